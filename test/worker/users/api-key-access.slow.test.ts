import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { rawRoutes } from "../../../src/http/operations.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { createKey } from "../../support/http/create-key.ts";
import {
  caseOf,
  coveredOperations,
  expectError,
  expectNothingOf,
  requestOf,
  send,
} from "../../support/contract/send.ts";
import { createWorld, type World } from "../../support/contract/world.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { createCollection } from "../../support/http/create-collection.ts";

// Expected responses to a key with the required right, a weaker right, or another collection.
const STATUS = { ok: 200, not_found: 404, permission_denied: 403 } as const;
const taking = coveredOperations.filter(
  ({ acceptsKeys: byKey, id }) => byKey && caseOf({ id } as never).caller === undefined,
);
const refusing = coveredOperations.filter(
  ({ acceptsKeys: byKey, audience: who }) => !byKey && who !== "anyone",
);

let world: World;
let keys: Record<"all" | "here" | "reading" | "elsewhere" | "readers", string>;
beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  world = await createWorld();
  const { owner, reader, folderId } = world;
  const elsewhere = await createCollection(owner, owner.rootId, "Elsewhere");
  keys = {
    all: (await createKey(owner)).key,
    here: (await createKey(owner, { collectionIds: [folderId] })).key,
    reading: (await createKey(owner, { actions: ["read"] })).key,
    elsewhere: (await createKey(owner, { collectionIds: [elsewhere] })).key,
    readers: (await createKey(reader)).key,
  };
});

test("more than twenty operations accept keys, and more than twenty reject them", () => {
  expect([taking.length > 20, refusing.length > 20]).toEqual([true, true]);
});

test.each(taking)(
  "$id answers a key with all rights like its user, with one more D1 round trip",
  async (operation) => {
    const answer = await send(operation, await requestOf(operation, world), keys.all);
    expect({ status: answer.status, code: answer.body.code, trips: answer.trips }).toEqual({
      status: 200,
      code: "ok",
      trips: operation.contract.trips + 1,
    });
  },
);

test.each(taking)(
  "$id answers a key limited to reading, and a key of a reader, like a reader",
  async (operation) => {
    for (const key of [keys.reading, keys.readers]) {
      const answer = await send(operation, await requestOf(operation, world), key);
      const { reader } = operation.contract;
      expect({ status: answer.status, code: answer.body.code }).toEqual({
        status: STATUS[reader],
        code: reader,
      });
    }
  },
);

test.each(taking)("$id answers a key of another collection like a stranger", async (operation) => {
  const answer = await send(operation, await requestOf(operation, world), keys.elsewhere);
  const { stranger } = operation.contract;
  expect({ status: answer.status, code: answer.body.code }).toEqual({
    status: STATUS[stranger],
    code: stranger,
  });
  expectNothingOf(["Zephyr", "lantern", "Marrow", world.folderId, world.assetId, world.threadId], answer);
});

test.each(refusing)("$id rejects keys", async (operation) => {
  const answer = await send(operation, await requestOf(operation, world), keys.all);
  expectError(answer, 403, "permission_denied");
  expectNothingOf(world.planted, answer);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

test.each(taking.filter(({ changes }) => changes))(
  "$id changes nothing if its key ends just before the write",
  async (operation) => {
    const request = await requestOf(operation, world);
    const { key, apiKeyId } = await createKey(world.owner);
    let ended = 0;
    interceptBatches(async (_, send, db, texts) => {
      if (ended === 0 && texts.some((text) => /into "?audit_events/i.test(text))) {
        ended = Date.now();
        await db.prepare("UPDATE api_keys SET revoked_at = ? WHERE id = ?").bind(ended, apiKeyId).run();
      }
      return await send();
    });
    const answer = await send(operation, request, key);
    // The service does not retry a request that conflicts with the change.
    expect([ended > 0, ["unauthenticated", "aborted"].includes(answer.body.code)]).toEqual([true, true]);
    const { results } = await testEnv.DB.prepare("SELECT operation FROM audit_events WHERE key_id = ?")
      .bind(apiKeyId)
      .all();
    expect(results).toEqual([]);
  },
);

test("a key of the folder reads exactly the folder and its contents", async () => {
  const { owner, folderId, assetId, threadId } = world;
  const token = keys.here;
  for (const path of [`/v1/collections/${folderId}`, `/v1/assets/${assetId}`, `/v1/threads/${threadId}`]) {
    expect({ path, status: (await call("GET", path, { token })).status }).toEqual({ path, status: 200 });
  }
  expect((await call("getCollection", { token, params: { collectionID: owner.rootId } })).status).toBe(404);
  expect((await call("getCollection", { token, params: { collectionID: owner.personalId } })).status).toBe(
    404,
  );
  const headers = { prefer: "identifiers=text" };
  const text = await (await rawCall("GET", "/v1/users/self/collection-tree", { token, headers })).text();
  expect([text.includes(folderId), text.includes(owner.rootId), text.includes("Elsewhere")]).toEqual([
    true,
    false,
    false,
  ]);
  const found = await call("searchPassages", { token, body: { query: "brass lantern" } });
  expect(found.body.data.passages.map((each: { assetId: string }) => each.assetId)).toContain(assetId);
  const hidden = await call("searchPassages", { token: keys.elsewhere, body: { query: "brass lantern" } });
  expect(hidden.body.data.passages).toEqual([]);
});

test("routes without an envelope accept keys only where documented", async () => {
  const asset = world.assetId;
  const status = async (path: string, token: string): Promise<number> =>
    (await rawCall("GET", path, { token })).status;
  for (const path of [`/v1/assets/${asset}/text`, `/v1/assets/${asset}/artifacts/markdown`]) {
    expect([path, await status(path, keys.here), await status(path, keys.elsewhere)]).toEqual([
      path,
      200,
      404,
    ]);
  }
  const taking = [
    "getAssetText",
    "getAssetArtifact",
    "openThreadEvents",
    "openCrawlEvents",
    "completeChat",
    "createResponse",
    "listChatModels",
    "getChatModel",
    "serveMcp",
    "exportOrganization",
  ];
  expect(rawRoutes.flatMap(({ acceptsKeys, id }) => (acceptsKeys ? [id] : [])).toSorted()).toEqual(
    taking.toSorted(),
  );
  expect((await rawCall("GET", `/v1/assets/${asset}/content`, { token: keys.all })).status).toBe(403);
});
