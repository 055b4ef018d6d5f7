import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { type Id, newId } from "../../../src/domain/ids.ts";
import { handleIndexCollections } from "../../../src/jobs/handlers/index-collections.ts";
import type { Platform } from "../../../src/platform.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { moveSubtree } from "../../../src/storage/d1/collections/move.ts";
import { insertAssets, insertLink } from "../../support/rows/insert-assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { indexParagraphs } from "../../support/rows/open-index.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { scaled } from "../../support/setup/scaled.ts";
import { runSql } from "../../support/rows/run-sql.ts";

const COLLECTIONS = 7;
const ASSETS = 5;
const RUNS = scaled({ whole: 40, share: 3 });
const TIME_LIMIT_MS = scaled({ whole: 200_000, share: 20_000 });

const step = fc.record({
  kind: fc.constantFrom("move", "move", "link", "unlink", "grant", "grant", "revoke", "deliver", "deliver"),
  collection: fc.nat(COLLECTIONS - 1),
  /** Index of the parent; the last index means the root. */
  parent: fc.nat(COLLECTIONS),
  asset: fc.nat(ASSETS - 1),
  pending: fc.nat(99),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A simple model of the state in D1, and the changes that the index has not received. */
interface World {
  readonly ada: Person;
  readonly bob: Person;
  readonly collections: readonly string[];
  readonly assets: readonly string[];
  readonly parents: Map<string, string>;
  readonly holders: Map<string, Set<string>>;
  readonly granted: Set<string>;
  readonly pending: string[];
}

const db = createDatabase(testEnv.DB);
const indexOf = (organizationId: string) => testEnv.KNOWLEDGE_INDEX.getByName(`${organizationId}/0`);
const platform = { index: indexOf } as unknown as Platform;
async function createWorld(): Promise<World> {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const collections: string[] = [];
  for (let at = 0; at < COLLECTIONS; at += 1)
    collections.push(await createCollection(ada, collections[at - 2] ?? ada.rootId, `c${at}`));
  const parents = new Map(collections.map((id, at) => [id, collections[at - 2] ?? ada.rootId]));
  const assets: string[] = [];
  for (let at = 0; at < ASSETS; at += 1)
    assets.push(...(await insertAssets(ada, collections[at] ?? "", 1, () => ({ name: `a${at}` }))));
  await runSql("UPDATE assets SET text_version = 'v1' WHERE organization_id = ?", ada.organizationId);
  for (const [at, assetId] of assets.entries())
    await indexParagraphs(indexOf(ada.organizationId), [`Otters swim, note ${at}.`], {
      assetId,
      collectionIds: [collections[at] ?? ""],
    });
  const holders = new Map(assets.map((id, at) => [id, new Set([collections[at] ?? ""])]));
  return { ada, bob, collections, assets, parents, holders, granted: new Set(), pending: [] };
}

function lineage({ parents }: World, id: string): string[] {
  const parent = parents.get(id);
  return parent === undefined ? [id] : [id, ...lineage({ parents } as World, parent)];
}

const mayRead = (world: World, id: string): boolean =>
  lineage(world, id).some((above) => world.granted.has(above));

/** The assets that Bob may find, each with its collections that he may see. */
function truth(world: World, below: string | null): Map<string, string[]> {
  if (below !== null && !mayRead(world, below)) return new Map();
  const found = world.assets.map((asset): [string, string[]] => {
    const readable = [...(world.holders.get(asset) ?? [])].filter((holder) => mayRead(world, holder)).sort();
    const isInScope = readable.some((holder) => below === null || lineage(world, holder).includes(below));
    return [asset, isInScope ? readable : []];
  });
  return new Map(found.filter(([, readable]) => readable.length > 0));
}

async function search({ bob }: World, below: string | null): Promise<Map<string, string[]>> {
  const body = { query: "otters", limit: 100, ...(below === null ? {} : { collectionIds: [below] }) };
  const answer = await call("POST", "/v1/search", { token: bob.token, body });
  if (answer.body.code === "not_found") return new Map();
  expect(answer.status).toBe(200);
  return new Map(
    answer.body.data.passages.map(({ assetId, collectionIds }: any) => [
      assetId,
      (collectionIds as string[]).toSorted(),
    ]),
  );
}

/** Changes D1 immediately and leaves the notification of the index pending. */
async function take(world: World, { kind, collection, parent, asset, pending }: Step): Promise<void> {
  const { ada, bob, collections, assets, granted } = world;
  const id = collections[collection] ?? "";
  const assetId = assets[asset] ?? "";
  const held = world.holders.get(assetId) ?? new Set();
  switch (kind) {
    case "move": {
      const parentId = collections[parent] ?? ada.rootId;
      if (lineage(world, parentId).includes(id)) return;
      await db.write([moveSubtree(db, { id, parentId }, ada.userId, new Date())]);
      world.parents.set(id, parentId);
      world.pending.push(id);
      return;
    }
    case "link":
      if (held.has(id)) return;
      await insertLink(assetId, id);
      held.add(id);
      world.pending.push(assetId);
      return;
    case "unlink":
      if (!held.has(id)) return;
      await runSql("DELETE FROM asset_collections WHERE asset_id = ? AND collection_id = ?", assetId, id);
      held.delete(id);
      world.pending.push(assetId);
      return;
    case "grant":
      if (granted.has(id)) return;
      await runSql(
        "INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by) VALUES (?, ?, ?, ?, 'read', 0, '')",
        newId("perm"),
        bob.userId,
        id,
        ada.organizationId,
      );
      granted.add(id);
      return;
    case "revoke":
      await runSql("DELETE FROM grants WHERE user_id = ? AND collection_id = ?", bob.userId, id);
      granted.delete(id);
      return;
    case "deliver":
      if (world.pending.length > 0)
        await deliver(world, ...world.pending.splice(pending % world.pending.length, 1));
      return;
    default:
      kind satisfies never;
  }
}

async function deliver({ ada }: World, ...targets: readonly string[]): Promise<void> {
  for (const target of targets) {
    if (target.startsWith("asset_"))
      await handleIndexCollections(
        { db, platform },
        { kind: "index_collections", assetId: target as Id<"asset"> },
      );
    else await indexOf(ada.organizationId).collectionsMoved([target]);
  }
}

test("a search returns no unreadable asset before the index is notified, and all readable ones afterwards", async () => {
  for (const method of ["log", "error"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 16 }), async (steps) => {
    const world = await createWorld();
    for (const each of steps) {
      await take(world, each);
      for (const below of [null, world.collections[each.parent] ?? world.ada.rootId]) {
        const allowed = truth(world, below);
        for (const [asset, shown] of await search(world, below))
          expect([asset, shown]).toEqual([asset, allowed.get(asset)]);
      }
    }
    await deliver(world, ...world.pending.toReversed());
    for (const below of [null, ...world.collections])
      expect(await search(world, below)).toEqual(truth(world, below));
  });
  await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS });
}, 60_000);
