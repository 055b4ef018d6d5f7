/**
 * Promise: A dry run names other users only to callers who may list the access of the affected collections,
 * and it counts as ten requests. Attack: The service rejected `GET /v1/collection-access` for a collection. A
 * dry run of a move into that collection still listed every user with access.
 */
import { createExecutionContext } from "cloudflare:test";
import { afterEach, expect, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { newId } from "../../src/domain/ids.ts";
import { insertAssets } from "../support/rows/insert-assets.ts";
import { runAllJobs } from "../support/http/tombstone.ts";
import { testEnv } from "../support/setup/env.ts";
import { call, ORIGIN } from "../support/http/call.ts";
import { signUp, type Person } from "../support/http/person.ts";
import { createCollection, share } from "../support/http/create-collection.ts";

afterEach(async () => {
  await runAllJobs();
});

/** Bob may write in `Closed`, where Cyd has `read` and an invitation is open. `Own` is Bob's to share. */
async function createScene() {
  const [ada, bob, cyd] = [await signUp(), await signUp("bob"), await signUp("cyd")];
  const [own, closed] = [
    await createCollection(ada, ada.rootId, "Own"),
    await createCollection(ada, ada.rootId, "Closed"),
  ];
  await share(ada, own, bob, ["write", "share"]);
  await share(ada, closed, bob, ["write"]);
  await share(ada, closed, cyd, ["read"]);
  const invited = `${newId("req")}@example.org`;
  const body = { actions: ["read"], collectionIds: [closed], shareTo: [], shareToEmails: [invited] };
  await call("POST", "/v1/share-collections", { token: ada.token, body });
  const [assetId = ""] = await insertAssets(ada, own, 1, () => ({ name: "plan.txt" }));
  return { ada, bob, cyd, own, closed, assetId, invited };
}

const dryRun = async ({ token }: Pick<Person, "token">, path: string, body: object) =>
  await call("POST", `${path}?dryRun=true`, { token, body });

test("a dry run of a move or link shows a writer the number of users who gain access, and no names", async () => {
  const { bob, cyd, own, closed, assetId, invited } = await createScene();
  expect((await call("GET", `/v1/collection-access/${closed}`, { token: bob.token })).status).toBe(403);
  const moved = await dryRun(bob, `/v1/collection/${own}/move`, {
    collectionId: own,
    parentCollectionId: closed,
  });
  const linked = await dryRun(bob, `/v1/collections/${closed}/assets`, {
    collectionId: closed,
    assetIds: [assetId],
  });
  for (const { status, body } of [moved, linked]) {
    expect({ status, dryRun: body.data.dryRun, changes: body.data.changes }).toEqual({
      status: 200,
      dryRun: true,
      changes: true,
    });
    expect(body.data.effects.filter(({ who }: any) => who.id !== bob.userId)).toEqual([]);
    expect(body.data.unnamed).toBeGreaterThan(0);
    expect(body.data.unnamed).toBe(body.data.count - body.data.effects.length);
    for (const secret of [cyd.userId, "cyd", invited]) expect(JSON.stringify(body)).not.toContain(secret);
  }
});

test("a caller who may share the destination sees the names", async () => {
  const { ada, bob, cyd, own, closed } = await createScene();
  await share(ada, closed, bob, ["share"]);
  const { body } = await dryRun(bob, `/v1/collection/${own}/move`, {
    collectionId: own,
    parentCollectionId: closed,
  });
  expect({
    hasUserId: JSON.stringify(body.data.effects).includes(cyd.userId),
    unnamed: body.data.unnamed,
  }).toEqual({
    hasUserId: true,
    unnamed: 0,
  });
});

test("a dry run names the caller and the users in the request", async () => {
  const { ada, bob, cyd, own } = await createScene();
  const shared = { actions: ["read"], collectionIds: [own], shareTo: [cyd.userId], shareToEmails: [] };
  expect((await dryRun(bob, "/v1/share-collections", shared)).body.data).toMatchObject({
    unnamed: 0,
    effects: { length: 2 },
  });
  await share(ada, own, cyd, ["read"]);
  const left = { collectionId: own, userId: cyd.userId, actions: [] };
  const { data } = (await dryRun(cyd, "/v1/modify-collection-permissions", left)).body;
  expect(data.effects.every(({ who }: any) => who.id === cyd.userId)).toBe(true);
  expect(data).toMatchObject({ unnamed: 0 });
});

test("a dry run costs ten requests of the rate limit, and the change costs one", async () => {
  const { bob, own, closed } = await createScene();
  const counted: string[] = [];
  const limit = async ({ key }: { readonly key: string }) => {
    counted.push(key);
    return await Promise.resolve({ success: true });
  };
  const env = { ...testEnv, RATE_LIMITS: "on", REQUEST_LIMIT: { limit } };
  const move = async (query: string): Promise<number> => {
    const headers = { authorization: `Bearer ${bob.token}`, "content-type": "application/json" };
    const body = JSON.stringify({ collectionId: own, parentCollectionId: closed });
    const request = new Request(`${ORIGIN}/v1/collection/${own}/move${query}`, {
      method: "POST",
      headers,
      body,
    });
    const response = await createApp(env).fetch(request, env, createExecutionContext());
    expect({ status: response.status, json: await response.json() }).toMatchObject({
      status: 200,
      json: { code: "ok" },
    });
    return counted.splice(0).length;
  };
  expect({ moveDryRunTrue: await move("?dryRun=true"), move: await move("") }).toEqual({
    moveDryRunTrue: 10,
    move: 1,
  });
});
