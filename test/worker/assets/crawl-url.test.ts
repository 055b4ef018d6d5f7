import { expect, test } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { selectStuckAssets, selectWaitingForWorker } from "../../../src/storage/d1/assets/processing.ts";
import { finishProcessing, notify } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, ORIGIN, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

function bodyFor(person: Person, fields: Record<string, unknown> = {}) {
  return {
    collectionID: person.personalId,
    organizationID: person.organizationId,
    tenantID: person.tenantId,
    url: "https://example.com/papers/loom.html#top",
    processInBackground: true,
    processInThread: false,
    ...fields,
  };
}

async function crawl(
  person: Person,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  return await call("POST", "/v1/url/crawl", { token: person.token, body: bodyFor(person, fields), headers });
}

test("a crawl request creates an asset whose page is being fetched and which accepts no upload", async () => {
  const ada = await signUp();
  const { status, trips, body } = await crawl(ada);
  expect([status, trips, body.done, body.eventKey !== ""]).toEqual([200, 2, false, true]);
  expect(body.data).toMatchObject({
    lifecycleState: "uploading",
    displayName: "https://example.com/papers/loom.html",
    originalFileName: "loom.html",
    contentType: "application/octet-stream",
    signedURL: "",
    processingMessage: "Fetching the page.",
  });
  const { body: read } = await call("getAsset", {
    token: ada.token,
    params: { assetID: idFromBytes("asset", body.data.id) },
  });
  expect(read.data.signedURL).toBe("");
  expect(read.data.sourceURL).toBe("https://example.com/papers/loom.html");
});

test("the local service without a crawler network fetches no pages", async () => {
  const ada = await signUp();
  const { body } = await crawl(ada);
  const assetId = idFromBytes("asset", body.data.id);
  await finishProcessing(assetId);
  const failed = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  expect(failed.body.data).toMatchObject({
    lifecycleState: "failed",
    failureReason: "This service cannot fetch pages, because it has no public network.",
    lifecyclesCompleted: ["uploading"],
    signedURL: "",
  });
  expect(failed.body.data.metadata.processing).toMatchObject({
    failedReason: failed.body.data.failureReason,
  });
  expect((await notify(ada, assetId)).body.data.lifecycleState).toBe("processing");
});

test.each([
  "ftp://example.com/",
  "http://user:secret@example.com/",
  "http://example.com:8080/",
  "http://127.0.0.1/",
  "http://2130706433/",
  "http://[::ffff:10.0.0.1]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://localhost./",
  `${ORIGIN}/v1/assets`,
  "nonsense",
  "",
  `https://example.com/${"x".repeat(2048)}`,
])("a crawl request with %s is rejected", async (url) => {
  const ada = await signUp();
  const { status, body } = await crawl(ada, { url });
  expect({ status, code: body.code, path: body.data.issues[0].path }).toEqual({
    status: 400,
    code: "invalid_argument",
    path: "url",
  });
});

test("a crawl requires write on a collection of the same organization and tenant", async () => {
  const [ada, eve] = [await signUp(), await signUp("eve")];
  const folder = await createCollection(ada, ada.personalId, "Papers");
  const [organizationID, tenantID] = [ada.organizationId, ada.tenantId];
  expect((await crawl(eve, { collectionID: folder, organizationID, tenantID })).body.code).toBe("not_found");
  await share(ada, folder, eve, ["chat"]);
  expect((await crawl(eve, { collectionID: folder, organizationID, tenantID })).body.code).toBe(
    "permission_denied",
  );
  await share(ada, folder, eve, ["write"]);
  expect((await crawl(eve, { collectionID: folder, organizationID, tenantID })).status).toBe(200);
  expect((await crawl(eve, { collectionID: folder, tenantID })).body.data.issues[0].path).toBe(
    "organizationID",
  );
  expect((await crawl(eve, { collectionID: folder, organizationID })).body.data.issues[0].path).toBe(
    "tenantID",
  );
});

test("a repeated Idempotency-Key starts no second crawl", async () => {
  const ada = await signUp();
  const headers = { "idempotency-key": newId("req") };
  const [first, again] = [await crawl(ada, {}, headers), await crawl(ada, {}, headers)];
  expect({ eventKey: again.body.eventKey, id: again.body.data.id }).toEqual({
    eventKey: first.body.eventKey,
    id: first.body.data.id,
  });
});

test("the service rejects requests of its own crawler", async () => {
  const answer = await rawCall("GET", "/status", { headers: { "user-agent": "KnowledgeWorkspaceBot/1.0" } });
  expect(answer.status).toBe(403);
});

test("the cron run retries a page whose crawl was lost and skips assets of processors", async () => {
  const ada = await signUp();
  const { body } = await crawl(ada);
  const id = idFromBytes("asset", body.data.id);
  await finishProcessing(id);
  const db = createDatabase(testEnv.DB);
  const isStuck = async (fields: string, hoursAgo: number): Promise<boolean> => {
    const at = Date.now() - hoursAgo * 3_600_000;
    await testEnv.DB.prepare(`UPDATE assets SET ${fields}, modified_at = ? WHERE id = ?`).bind(at, id).run();
    const { stuck } = await db.read({ stuck: selectStuckAssets(db, new Date(Date.now() - 600_000), 1_000) });
    return stuck.some((asset) => asset.id === id);
  };
  expect(await isStuck("lifecycle_state = 'uploading'", 1)).toBe(true);
  expect(await isStuck("lifecycle_state = 'uploading'", 0)).toBe(false);
  expect(await isStuck("lifecycle_state = 'uploading'", 30)).toBe(false);
  expect(await isStuck("lifecycle_state = 'processing'", 1)).toBe(true);
  expect(await isStuck("lifecycle_state = 'processing', worker_strategy = 'external'", 1)).toBe(false);
  expect(await isStuck("lifecycle_state = 'processing', worker_strategy = 'external'", 25)).toBe(true);
});

test("the cron run finds waiting and stuck assets through an index", async () => {
  const db = createDatabase(testEnv.DB);
  for (const statement of [selectStuckAssets(db, new Date(), 50), selectWaitingForWorker(db, 50)]) {
    const scans = (await queryPlanOf(statement)).filter(
      (line) => line.startsWith("SCAN") && !line.startsWith("SCAN (subquery"),
    );
    expect(scans).toEqual([]);
  }
});
