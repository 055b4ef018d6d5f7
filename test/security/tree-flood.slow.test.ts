/**
 * Promise: A sign-in returns at most 1,000 collections and reads no more rows, however much other users have
 * shared. Attack: A stranger shared 10,000 collections with long descriptions. Each sign-in of the victim
 * returned 143 MB and took 12 seconds.
 */
import { expect, test } from "vitest";
import { idFromBytes } from "../../src/domain/ids.ts";
import { insertCollections } from "../support/rows/collections.ts";
import { testEnv } from "../support/setup/env.ts";
import { call } from "../support/http/call.ts";
import { topCollectionsOf } from "../support/http/invite.ts";
import { type Person, signUp, syncBody } from "../support/http/person.ts";
import { createCollection, share } from "../support/http/create-collection.ts";

const MAX_NODES = 1_000;
const MAX_ROWS = 30_000;
const MAX_BYTES = 2_000_000;
const TREE = "/v1/users/self/collection-tree";

interface Node {
  readonly collection: { readonly id: number[]; readonly description: string; readonly label: string };
  readonly children: readonly Node[];
}

const rowsOf = (headers: Headers): number =>
  Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1]);
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
const idsOf = (nodes: readonly Node[]): string[] =>
  flat(nodes).map(({ collection }) => idFromBytes("col", collection.id));

async function signIn({ token, email }: Person) {
  const { status, headers, body, trips } = await call("POST", "/v1/users/self/auth-sync", {
    token,
    body: syncBody(email),
  });
  const { CollectionTree: tree, collectionTreeTruncated: isTruncated } = body.data.workingContext;
  return {
    status,
    trips,
    rows: rowsOf(headers),
    bytes: JSON.stringify(body).length,
    tree: tree as Node[],
    isTruncated,
  };
}

/** Creates collections of the stranger, `width` below each one, with descriptions of maximum length. */
async function flood(stranger: Person, count: number, width: number): Promise<string[]> {
  const ids = await insertCollections(
    stranger,
    stranger.personalId,
    count,
    (at) => Math.floor(at / width) - 1,
  );
  const describe = "UPDATE collections SET description = ? WHERE id IN (SELECT value FROM json_each(?))";
  await testEnv.DB.prepare(describe).bind("x".repeat(4_096), JSON.stringify(ids)).run();
  return ids;
}

async function grant(stranger: Person, victim: Person, ids: readonly string[]): Promise<void> {
  await testEnv.DB.prepare(
    `INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
      SELECT 'perm_7' || substr(value, 6), ?1, value, ?2, 'read', 0, ?3 FROM json_each(?4)`,
  )
    .bind(victim.userId, stranger.organizationId, stranger.userId, JSON.stringify(ids))
    .run();
}

test("with 10,000 collections shared one by one the sign-in stays small, and shows own and earlier collections", async () => {
  const [victim, friend, stranger] = [
    await signUp("victim"),
    await signUp("friend"),
    await signUp("stranger"),
  ];
  const mine = await insertCollections(victim, victim.personalId, 50, (at) => at - 10);
  const shared = await createCollection(friend, friend.personalId, "From a friend");
  await share(friend, shared, victim, ["read"]);
  const quiet = await signIn(victim);
  expect(quiet.isTruncated).toBeUndefined();
  const ids = await flood(stranger, 10_000, 10_000);
  await grant(stranger, victim, ids.slice(0, 2_500));
  const some = await signIn(victim);
  await grant(stranger, victim, ids.slice(2_500));
  const all = await signIn(victim);
  expect({ status: all.status, trips: all.trips, isTruncated: all.isTruncated }).toEqual({
    status: 200,
    trips: 1,
    isTruncated: true,
  });
  expect(flat(all.tree)).toHaveLength(MAX_NODES);
  expect(all.rows).toBeLessThanOrEqual(MAX_ROWS);
  expect(all.rows).toBeLessThanOrEqual(some.rows);
  expect(all.bytes).toBeLessThan(MAX_BYTES);
  expect(idsOf(all.tree)).toEqual(expect.arrayContaining([...mine, victim.rootId, shared]));
  expect(topCollectionsOf(all.tree)[0]).toBe(victim.rootId);
  const bare = await call("GET", TREE, { token: victim.token });
  expect({
    collectionTreeTruncated: bare.body.details.collectionTreeTruncated,
    data: bare.body.data,
  }).toEqual({
    collectionTreeTruncated: true,
    data: all.tree,
  });
});

test("a sign-in lists one collection with 10,000 below it breadth first, without descriptions from below and without more rows", async () => {
  const [victim, stranger] = [await signUp("victim"), await signUp("stranger")];
  await flood(stranger, 10_000, 100);
  await testEnv.DB.prepare("UPDATE collections SET description = 'the top' WHERE id = ?")
    .bind(stranger.personalId)
    .run();
  await share(stranger, stranger.personalId, victim, ["read"]);
  const { tree, rows, bytes, isTruncated } = await signIn(victim);
  expect({ isTruncated, flatLength: flat(tree).length }).toEqual({
    isTruncated: true,
    flatLength: MAX_NODES,
  });
  expect(rows).toBeLessThanOrEqual(MAX_ROWS);
  expect(bytes).toBeLessThan(MAX_BYTES);
  const top = tree.find(({ collection }) => idFromBytes("col", collection.id) === stranger.personalId);
  expect({ description: top?.collection.description, childrenLength: top?.children.length }).toEqual({
    description: "the top",
    childrenLength: 100,
  });
  expect(flat(top?.children ?? []).every(({ collection }) => collection.description === "")).toBe(true);
});

test("hidden rows behind one shared root and collections with all actions cost no more rows", async () => {
  const [victim, stranger] = [await signUp("victim"), await signUp("stranger")];
  const ids = await flood(stranger, 5_000, 5_000);
  await share(stranger, stranger.rootId, victim, ["read"]);
  await grant(stranger, victim, ids);
  const { rows, isTruncated } = await signIn(victim);
  expect(isTruncated).toBe(true);
  expect(rows).toBeLessThanOrEqual(MAX_ROWS);
});

test("paging returns each node once, below one collection or in the whole tree", async () => {
  const [victim, stranger] = [await signUp("victim"), await signUp("stranger")];
  const ids = await flood(stranger, 2_500, 50);
  await share(stranger, stranger.personalId, victim, ["read"]);
  const readAll = async (query: string): Promise<string[]> => {
    const seen: string[] = [];
    for (let offset = 0; ; offset += 1_000) {
      const { body } = await call("GET", `${TREE}?${query}limit=1000&offset=${offset}`, {
        token: victim.token,
      });
      seen.push(...idsOf(body.data));
      if (body.details.collectionTreeTruncated !== true) return seen.toSorted();
    }
  };
  expect(await readAll(`root=${stranger.personalId}&`)).toEqual([stranger.personalId, ...ids].toSorted());
  const everything = await readAll("");
  expect(new Set(everything).size).toBe(4 + 1 + ids.length);
  expect(everything).toEqual(expect.arrayContaining(ids.slice(0, 100)));
  const hidden = await call("GET", `${TREE}?root=${stranger.rootId}`, { token: victim.token });
  expect({ status: hidden.status, code: hidden.body.code }).toEqual({ status: 404, code: "not_found" });
});
