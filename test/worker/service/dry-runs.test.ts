import { afterEach, expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { runDryRunScenario } from "../../support/reference-models/dry-run-scenario.ts";
import { dumpDatabase } from "../../support/reference-models/effective-access.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { mergeSecret } from "../../support/http/merge.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { makeLink, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

afterEach(async () => {
  await runAllJobs();
});

/**
 * Creates a scene: Ada shares `Open` with Bob and `Closed` with Cyd. Below `Open` is `Plans`, with an asset
 * and a thread that has a public link.
 */
async function createScene() {
  const [ada, bob, cyd] = [await signUp(), await signUp("bob"), await signUp("cyd")];
  const [open, closed] = [
    await createCollection(ada, ada.rootId, "Open"),
    await createCollection(ada, ada.rootId, "Closed"),
  ];
  const plans = await createCollection(ada, open, "Plans");
  await share(ada, open, bob, ["write", "share"]);
  await share(ada, closed, cyd, ["read"]);
  const [assetId = ""] = await insertAssets(ada, plans, 1, () => ({ name: "plan.txt" }));
  const threadId = await startThread(ada, plans, { label: "Talk" });
  const { tokenId } = await makeLink(bob, threadId);
  await runAllJobs();
  return { ada, bob, cyd, open, closed, plans, assetId, threadId, tokenId };
}

async function rehearsed(
  method: "POST" | "PUT",
  { token }: Pick<Person, "token">,
  path: string,
  body: object,
  headers = {},
) {
  const before = await dumpDatabase();
  const { status, body: answer, trips } = await call(method, `${path}?dryRun=true`, { token, body, headers });
  expect(await dumpDatabase()).toBe(before);
  expect(answer.eventKey).toBe("");
  return { status, code: answer.code, data: answer.data, trips, message: answer.message };
}

const brief = (data: any): string[] =>
  data.effects.map(
    ({ who, on, gained, lost }: any) =>
      `${who.kind} ${who.kind === "user" ? who.id : who.email} ${on.kind} ${on.label} +${gained.join()} -${lost.join()}`,
  );

test("a dry run omits inactive accounts, which lose nothing", async () => {
  const { ada, bob, cyd, plans, closed } = await createScene();
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id IN (?, ?)")
    .bind(bob.userId, cyd.userId)
    .run();
  const body = { collectionId: plans, parentCollectionId: closed };
  const { data } = await rehearsed("POST", ada, `/v1/collection/${plans}/move`, body);
  expect(data.effects.filter(({ who }: any) => who.kind === "user")).toEqual([]);
});

test("the dry run of a move lists gained and lost rights, guests included, and changes nothing", async () => {
  const { ada, bob, cyd, plans, closed, tokenId } = await createScene();
  const body = { collectionId: plans, parentCollectionId: closed };
  const { data, trips } = await rehearsed("POST", ada, `/v1/collection/${plans}/move`, body, {
    "idempotency-key": newId("req"),
  });
  const [lost, gained] = [`user ${bob.userId}`, `user ${cyd.userId}`];
  expect(brief(data).toSorted()).toEqual(
    [
      ...["collection Plans", "asset plan.txt", "thread Talk"].flatMap((on) => [
        `${lost} ${on} + -read,chat,write,share`,
        `${gained} ${on} +read -`,
      ]),
      "guest  thread Talk + -read",
    ].toSorted(),
  );
  expect(data.effects.find(({ who }: any) => who.kind === "guest").who.id).toBe(tokenId);
  expect(data).toMatchObject({
    dryRun: true,
    changes: true,
    count: 7,
    reach: { collections: 1, assets: 1, threads: 1 },
  });
  expect(trips).toBe(4);
  const same = await rehearsed("POST", ada, `/v1/collection/${plans}/move`, {
    ...body,
    parentCollectionId: (await placeOf(plans))!,
  });
  expect(same.data).toMatchObject({ dryRun: true, changes: false, effects: [], count: 0 });
});

async function placeOf(id: string): Promise<string | null> {
  return await testEnv.DB.prepare("SELECT parent_id FROM collections WHERE id = ?")
    .bind(id)
    .first<string>("parent_id");
}

test("the dry run of a share lists users and addresses, omits existing rights, and includes the subtree", async () => {
  const { ada, cyd, closed, open } = await createScene();
  await createCollection(ada, closed, "Cellar");
  const body = {
    actions: ["read", "write"],
    collectionIds: [closed],
    shareTo: [cyd.userId],
    shareToEmails: ["Eve's@example.com"],
  };
  const { data } = await rehearsed("POST", ada, "/v1/share-collections", body);
  expect(brief(data)).toEqual(
    expect.arrayContaining([
      `user ${cyd.userId} collection Closed +chat,write -`,
      `user ${cyd.userId} collection Cellar +chat,write -`,
      "invitation eve's@example.com collection Closed +read,chat,write -",
    ]),
  );
  expect(data.count).toBe(3);
  expect(
    (await rehearsed("POST", cyd, "/v1/share-collections", { ...body, collectionIds: [open] })).code,
  ).toBe("not_found");
  expect((await rehearsed("POST", cyd, "/v1/share-collections", body)).code).toBe("permission_denied");
});

test("dry runs of revoked rights, a merge, and links report their impact and change nothing", async () => {
  const { ada, bob, cyd, open, closed, assetId, threadId } = await createScene();
  const ends = await rehearsed("POST", ada, "/v1/modify-collection-permissions", {
    collectionId: open,
    userId: bob.userId,
    actions: ["read"],
  });
  expect(brief(ends.data)).toContain(`user ${bob.userId} collection Plans + -chat,write,share`);
  expect(brief(ends.data)).toContain("guest  thread Talk + -read");
  const body = { newUserID: cyd.userId, oldUserId: bob.userId, reason: "One person" };
  const merged = await rehearsed("PUT", { token: mergeSecret() }, "/v1/users/merge", body);
  expect(brief(merged.data)).toEqual(
    expect.arrayContaining([
      `user ${cyd.userId} collection Open +read,chat,write,share -`,
      `user ${bob.userId} collection Open + -read,chat,write,share`,
    ]),
  );
  const linked = { collectionId: closed, flags: [] };
  const assets = await rehearsed("POST", ada, `/v1/collections/${closed}/assets`, {
    ...linked,
    assetIds: [assetId],
  });
  expect(brief(assets.data)).toEqual([`user ${cyd.userId} asset plan.txt +read -`]);
  const threads = await rehearsed("POST", ada, `/v1/collections/${closed}/threads`, {
    ...linked,
    threadIds: [threadId],
  });
  expect(brief(threads.data)).toEqual([`user ${cyd.userId} thread Talk +read -`]);
});

test("dry runs of moved assets and threads report both collections, guests included, and change nothing", async () => {
  const { ada, bob, cyd, plans, closed, assetId, threadId, tokenId } = await createScene();
  const body = { collectionId: plans, targetCollectionId: closed };
  const path = `/v1/collections/${plans}`;
  const [lost, gained] = [`user ${bob.userId}`, `user ${cyd.userId}`];
  const assets = await rehearsed("POST", ada, `${path}/assets/move`, { ...body, assetIds: [assetId] });
  expect(brief(assets.data).toSorted()).toEqual(
    [`${lost} asset plan.txt + -read,chat,write,share`, `${gained} asset plan.txt +read -`].toSorted(),
  );
  const threads = await rehearsed("POST", ada, `${path}/threads/move`, { ...body, threadIds: [threadId] });
  expect(brief(threads.data).toSorted()).toEqual(
    [
      `${lost} thread Talk + -read,chat,write,share`,
      `${gained} thread Talk +read -`,
      "guest  thread Talk + -read",
    ].toSorted(),
  );
  expect(threads.data.effects.find(({ who }: any) => who.kind === "guest").who.id).toBe(tokenId);
  const hidden = await rehearsed("POST", bob, `${path}/assets/move`, { ...body, assetIds: [assetId] });
  expect(hidden.code).toBe("not_found");
});

test("a dry run returns the errors of the real request, and neither stores nor uses an idempotency key", async () => {
  const { ada, bob, plans, open, closed } = await createScene();
  const path = `/v1/collection/${plans}/move`;
  const real = { collectionId: plans, parentCollectionId: closed };
  const under = await rehearsed("POST", ada, `/v1/collection/${open}/move`, {
    collectionId: open,
    parentCollectionId: plans,
  });
  const refused = await call("moveCollection", {
    token: ada.token,
    params: { collectionID: open },
    body: { collectionId: open, parentCollectionId: plans },
  });
  expect({ status: under.status, code: under.code, message: under.message }).toEqual({
    status: refused.status,
    code: refused.body.code,
    message: refused.body.message,
  });
  expect((await rehearsed("POST", bob, path, real)).code).toBe("not_found");
  expect((await rehearsed("POST", ada, path, real, { "if-match": '"other"' })).code).toBe("aborted");
  expect((await call("POST", `${path}?dryRun=yes`, { token: ada.token, body: real })).body.code).toBe(
    "invalid_argument",
  );
  const headers = { "idempotency-key": newId("req") };
  await rehearsed("POST", ada, path, real, headers);
  const moved = await call("POST", path, { token: ada.token, body: real, headers });
  expect({ status: moved.status, place: await placeOf(plans) }).toEqual({ status: 200, place: closed });
  await runAllJobs();
  const again = await rehearsed("POST", ada, path, { ...real, parentCollectionId: open }, headers);
  expect(again.data.changes).toBe(true);
});

test("with a thousand users, a dry run examines fewer users, and its output is bounded", async () => {
  const { ada, plans, closed } = await createScene();
  const users = Array.from({ length: 1_000 }, () => ({ id: newId("user"), grant: newId("perm") }));
  const { organizationId, tenantId, userId } = ada;
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO users (id, slug, email, display_name, organization_id, tenant_id, created_at, created_by, modified_at, modified_by)
        SELECT value ->> 'id', value ->> 'id', value ->> 'id', 'Somebody', ?1, ?2, 0, ?3, 0, ?3 FROM json_each(?4)`,
    ).bind(organizationId, tenantId, userId, JSON.stringify(users)),
    testEnv.DB.prepare(
      `INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
        SELECT value ->> 'grant', value ->> 'id', ?1, ?2, 'read', 0, ?3 FROM json_each(?4)`,
    ).bind(closed, organizationId, userId, JSON.stringify(users)),
  ]);
  for (let at = 0; at < 30; at += 1) await createCollection(ada, plans, `Below ${at}`);
  const started = performance.now();
  const body = { collectionId: plans, parentCollectionId: closed };
  const { body: answer } = await call("POST", `/v1/collection/${plans}/move?dryRun=true`, {
    token: ada.token,
    body,
  });
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(answer.data.effects).toHaveLength(200);
  expect(answer.data.lookedAt.collections).toBeLessThan(30);
  expect(answer.data.reach.collections).toBe(31);
  expect(answer.data.count).toBeGreaterThan(1_000 * answer.data.lookedAt.collections);
  expect(answer.data.effects[0].on).toMatchObject({ kind: "collection", label: "Plans" });
}, 120_000);

test("a dry run and the change itself agree for any change and caller", { timeout: 120_000 }, async () => {
  const { tried, refused } = await runDryRunScenario(1, 25);
  expect(tried - refused).toBeGreaterThan(3);
});
