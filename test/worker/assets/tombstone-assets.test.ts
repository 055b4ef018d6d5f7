import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import {
  grantedOnAsset,
  grantedOnTombstone,
  mayOnAsset,
  userOf,
  valueOf,
} from "../../../src/storage/d1/core/access.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { runAllJobs, restore, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const TEXT = "The zephyr engine was built in 1871 by a clerk called Marrow.";

afterEach(async () => {
  vi.restoreAllMocks();
  await runAllJobs();
});

const get = async (person: Person, path: string) => await call("GET", path, { token: person.token });

/** The text of every response that contains an asset, without volatile values. */
async function shownOf(
  person: Person,
  assetId: string,
  { home, threadId, url }: { home: string; threadId: string; url: string },
) {
  const { token } = person;
  const asset = await get(person, `/v1/assets/${assetId}`);
  const list = (await get(person, `/v1/collection/${home}/assets?includeDescendants=true`)).body.data;
  const recent = (await get(person, "/v1/navigate/recent/assets?page=1&sort=")).body.data as object[];
  const found = (await call("searchPassages", { token, body: { query: "zephyr engine", limit: 5 } })).body
    .data.passages;
  const thread = (await get(person, `/v1/threads/${threadId}`)).body.data;
  return {
    asset: asset.body.code,
    text: (await rawCall("GET", `/v1/assets/${assetId}/text`, { token })).status,
    bytes: (await rawCall("GET", url)).status,
    listed: list.result.entities.length,
    count: list.pagination.count,
    recent: recent.length,
    found: found.length,
    scope: thread.knowledgeProvenance.inScope.assetIDs.length,
    active: thread.activeAssets.length,
    assetRef: Object.keys(thread.knowledgeProvenance.assetRef).length,
    collections: asset.status === 200 ? asset.body.data.collectionIds.length : 0,
  };
}

test("a deleted asset disappears immediately from every list, search, scope, text and file, and restoring brings it back unchanged", async () => {
  const ada = await signUp();
  const [home, other] = [
    await createCollection(ada, ada.rootId, "Home"),
    await createCollection(ada, ada.rootId, "Other"),
  ];
  const assetId = await addReadyAsset(ada, home, TEXT);
  await call("linkAssets", {
    token: ada.token,
    params: { collectionID: other },
    body: { collectionId: other, assetIds: [assetId] },
  });
  const threadId = await startThread(ada, home, { assetIds: [assetId] });
  await sendMessage(ada, threadId, "Who built the zephyr engine?");
  const place = { home, threadId, url: (await get(ada, `/v1/assets/${assetId}`)).body.data.signedURL };
  const before = await shownOf(ada, assetId, place);
  expect(before).toMatchObject({
    asset: "ok",
    text: 200,
    bytes: 200,
    listed: 1,
    count: 1,
    recent: 1,
    found: 1,
    collections: 2,
  });
  const deleted = await tombstone(ada, "asset", [assetId]);
  expect({ status: deleted.status, trips: deleted.trips, eventKey: deleted.body.eventKey }).toEqual({
    status: 200,
    trips: 2,
    eventKey: expect.stringMatching(/^event_/),
  });
  const gone = { listed: 0, count: 0, recent: 0, found: 0, scope: 0, active: 0, assetRef: 0, collections: 0 };
  expect(await shownOf(ada, assetId, place)).toEqual({ asset: "not_found", text: 404, bytes: 404, ...gone });
  const restored = await restore(ada, "asset", [assetId]);
  expect({ status: restored.status, trips: restored.trips }).toEqual({ status: 200, trips: 2 });
  await runAllJobs();
  expect(await shownOf(ada, assetId, place)).toEqual(before);
});

test("answers do not use a deleted asset, and use it again after restoring", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const assetId = await addReadyAsset(ada, home, TEXT);
  const threadId = await startThread(ada, home, { assetIds: [assetId] });
  const quotes = async () => {
    const { knowledgeProvenance, messages } = await sendMessage(
      ada,
      threadId,
      "Who built the zephyr engine?",
    );
    const last = idFromBytes("msg", messages.at(-1).id);
    return Object.values<{ messageId: string }>(knowledgeProvenance.citations).filter(
      ({ messageId }) => messageId === last,
    ).length;
  };
  expect(await quotes()).toBe(1);
  await tombstone(ada, "asset", [assetId]);
  expect(await quotes()).toBe(0);
  await restore(ada, "asset", [assetId]);
  expect(await quotes()).toBe(1);
});

test("a guest sees no name of a deleted asset", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const assetId = await addReadyAsset(ada, home, TEXT, { name: "zephyr-ledger.txt" });
  const threadId = await startThread(ada, home);
  await sendMessage(ada, threadId, "Who built the zephyr engine?");
  const { publicToken } = await makeLink(ada, threadId);
  const guest = async () =>
    await (await rawCall("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`)).text();
  expect(await guest()).toContain("zephyr-ledger");
  await tombstone(ada, "asset", [assetId]);
  expect(await guest()).not.toContain("zephyr-ledger");
});

test("deleting an asset requires write on all its collections, and a hidden asset gets 404", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [home, other] = [
    await createCollection(ada, ada.rootId, "Home"),
    await createCollection(ada, ada.rootId, "Other"),
  ];
  const [assetId = ""] = await insertAssets(ada, home, 1, () => ({}));
  await call("linkAssets", {
    token: ada.token,
    params: { collectionID: other },
    body: { collectionId: other, assetIds: [assetId] },
  });
  const codes = async () => [
    (await tombstone(bob, "asset", [assetId])).body.code,
    (await restore(bob, "asset", [assetId])).body.code,
  ];
  expect(await codes()).toEqual(["not_found", "not_found"]);
  await share(ada, home, bob, ["write"]);
  expect(await codes()).toEqual(["permission_denied", "permission_denied"]);
  await tombstone(ada, "asset", [assetId]);
  expect(await codes()).toEqual(["not_found", "not_found"]);
  await restore(ada, "asset", [assetId]);
  await share(ada, other, bob, ["write"]);
  expect(await codes()).toEqual(["ok", "ok"]);
});

test("deleting several assets is atomic with one event each, accepts ids in the query, and ignores a repetition", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const ids = await insertAssets(ada, home, 3, () => ({}));
  expect((await tombstone(ada, "asset", [...ids, newId("asset")])).body.code).toBe("not_found");
  expect((await tombstone(ada, "asset", [])).body.code).toBe("invalid_argument");
  expect((await call("tombstoneAssets", { token: ada.token })).body.code).toBe("invalid_argument");
  expect((await get(ada, `/v1/collection/${home}/assets`)).body.data.pagination.count).toBe(3);
  const query = ids.map((id) => `assetIds=${id}`).join("&");
  const { body } = await call("DELETE", `/v1/assets/tombstone?${query}`, { token: ada.token });
  expect({
    code: body.code,
    count: (await get(ada, `/v1/collection/${home}/assets`)).body.data.pagination.count,
  }).toEqual({
    code: "ok",
    count: 0,
  });
  const events = await testEnv.DB.prepare(
    "SELECT target_id AS id FROM audit_events WHERE operation = 'tombstoneAssets' AND organization_id = ?",
  )
    .bind(ada.organizationId)
    .all<{ id: string }>();
  expect(events.results.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect((await tombstone(ada, "asset", ids)).body).toMatchObject({ code: "ok", eventKey: "" });
  expect((await restore(ada, "asset", ids)).body.eventKey).toMatch(/^event_/);
  expect((await restore(ada, "asset", ids)).body).toMatchObject({ code: "ok", eventKey: "" });
});

test("a deletion with a repeated key takes effect once, and the service checks If-Match", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const [assetId = ""] = await insertAssets(ada, home, 1, () => ({}));
  const tag = (await get(ada, `/v1/assets/${assetId}`)).body.data.etag as string;
  expect((await tombstone(ada, "asset", [assetId], { "if-match": '"other"' })).body.code).toBe("aborted");
  const headers = { "idempotency-key": newId("req"), "if-match": `"${tag}"` };
  const first = await tombstone(ada, "asset", [assetId], headers);
  await restore(ada, "asset", [assetId]);
  const again = await tombstone(ada, "asset", [assetId], headers);
  expect({ firstStatus: first.status, againStatus: again.status, eventKey: again.body.eventKey }).toEqual({
    firstStatus: 200,
    againStatus: 200,
    eventKey: first.body.eventKey,
  });
  expect((await get(ada, `/v1/assets/${assetId}`)).status).toBe(200);
});

test("query and body together name at most 100 assets, and a JSON DELETE may have no body", async () => {
  const { token } = await signUp();
  const ids = Array.from({ length: 101 }, () => newId("asset"));
  const query = (count: number) =>
    ids
      .slice(0, count)
      .map((id) => `assetIds=${id}`)
      .join("&");
  const tooMany = await call("DELETE", `/v1/assets/tombstone?${query(50)}`, {
    token,
    body: { assetIds: ids.slice(50) },
  });
  expect({ status: tooMany.status, code: tooMany.body.code, message: tooMany.body.message }).toEqual({
    status: 400,
    code: "invalid_argument",
    message: "assetIds: must name at most 100",
  });
  const twice = await call("DELETE", `/v1/assets/tombstone?${query(100)}`, {
    token,
    body: { assetIds: ids.slice(0, 100) },
  });
  expect({ status: twice.status, code: twice.body.code }).toEqual({ status: 404, code: "not_found" });
  const headers = { "content-type": "application/json" };
  const empty = await call("DELETE", `/v1/assets/tombstone?${query(1)}`, { token, headers });
  expect({ status: empty.status, code: empty.body.code }).toEqual({ status: 404, code: "not_found" });
  const nothing = await call("DELETE", `/v1/assets/tombstone?${query(1)}`, {
    token,
    headers: { ...headers, "content-length": "0" },
    body: "",
  });
  expect({ status: nothing.status, code: nothing.body.code }).toEqual({ status: 404, code: "not_found" });
});

test("a deletion changes nothing if the right ends between read and write", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  const [assetId = ""] = await insertAssets(ada, home, 1, () => ({}));
  await share(ada, home, bob, ["write"]);
  interceptBatches(
    async (nth, send) => {
      if (nth === 2)
        await testEnv.DB.prepare("DELETE FROM grants WHERE user_id = ? AND collection_id = ?")
          .bind(bob.userId, home)
          .run();
      return await send();
    },
    [assetId],
  );
  const answer = await tombstone(bob, "asset", [assetId]);
  expect(answer.body.code).toBe("not_found");
  expect((await get(ada, `/v1/assets/${assetId}`)).status).toBe(200);
});

test("rights on a deleted asset allow only its restoring", async () => {
  const ada = await signUp();
  const id = await addReadyAsset(ada, ada.personalId, "The zephyr engine.");
  const db = createDatabase(testEnv.DB);
  const [actor, asset] = [userOf(ada.userId), valueOf(id)];
  const rights = async () =>
    await db.read({
      held: db.build
        .all(sql`SELECT ${grantedOnAsset(actor, asset)} IS NOT NULL AS granted, ${mayOnAsset(actor, asset, "read")} AS may,
        ${grantedOnTombstone(actor, asset)} IS NOT NULL AS restores`),
    });
  expect((await rights()).held).toEqual([{ granted: 1, may: 1, restores: 1 }]);
  await tombstone(ada, "asset", [id]);
  expect((await rights()).held).toEqual([{ granted: 0, may: 0, restores: 1 }]);
});
