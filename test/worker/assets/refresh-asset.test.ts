import { exports } from "cloudflare:workers";
import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { platformOf } from "../../../src/platform.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { enqueuePageRefreshes } from "../../../src/storage/d1/assets/page-refreshes.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { addReadyAsset, upload } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, ORIGIN, rawCall } from "../../support/http/call.ts";
import { addPage, setFields } from "../../support/rows/pages.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";

const NOT_HERE = "This service cannot fetch pages, because it has no public network.";
const HOUR_MS = 3_600_000;

const refresh = async (
  person: Person,
  assetId: string,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
) => await call("refreshAsset", { token: person.token, params: { assetID: assetId }, body, headers });

const get = async (person: Person, assetId: string) =>
  (await call("getAsset", { token: person.token, params: { assetID: assetId } })).body.data;

const ordersOf = async (): Promise<string[]> => {
  const { results } = await testEnv.DB.prepare(
    "SELECT target_id AS id FROM outbox WHERE kind = 'refresh_asset'",
  ).all<{ id: string }>();
  return results.map(({ id }) => id);
};

/** Adds pages with an hourly refresh that is due. */
async function addDue(person: Person, count: number): Promise<string[]> {
  const ids = await insertAssets(person, person.personalId, count, () => ({}));
  await testEnv.DB.prepare(
    `UPDATE assets SET source_url = 'https://example.com/', object_etag = 'e', refresh_every = 3600, refresh_at = 1000
      WHERE id IN (SELECT value FROM json_each(?))`,
  )
    .bind(JSON.stringify(ids))
    .run();
  return ids;
}

test("a failed refresh keeps the asset and its schedule and records the error", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "The brass lantern.");
  await setFields(assetId, { source_url: "https://example.com/lantern" });
  const before = await get(ada, assetId);
  const { status, trips, body } = await refresh(ada, assetId);
  expect({ status, trips, done: body.done, message: body.message }).toEqual({
    status: 200,
    trips: 2,
    done: true,
    message: `The page could not be refreshed. ${NOT_HERE}`,
  });
  const { refresh: shown, ...rest } = await get(ada, assetId);
  expect(shown).toMatchObject({ every: 0, nextAt: null, failureReason: NOT_HERE });
  expect({ ...rest, signedURL: "" }).toEqual({ ...before, refresh: undefined, signedURL: "" });
  const scheduled = await refresh(ada, assetId, { refreshEvery: 7_200 });
  expect(scheduled.body.data).toMatchObject({ version: before.version + 1, refresh: { every: 7_200 } });
  await vi.waitUntil(async () => !(await ordersOf()).includes(assetId));
});

test("a refresh request needs neither a body nor a content type", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "The brass lantern.");
  await setFields(assetId, { source_url: "https://example.com/lantern" });
  for (const headers of [{}, { "content-type": "application/json" }]) {
    const { body } = await call("refreshAsset", { token: ada.token, params: { assetID: assetId }, headers });
    expect(body.message).toBe(`The page could not be refreshed. ${NOT_HERE}`);
  }
  const headers = { authorization: `Bearer ${ada.token}` };
  // An empty body without a content length.
  const body = new ReadableStream({ start: (controller) => controller.close() });
  const worker = exports as unknown as { readonly default: { fetch(request: Request): Promise<Response> } };
  const answer = await worker.default.fetch(
    new Request(`${ORIGIN}/v1/assets/${assetId}/refresh`, { method: "POST", headers, body }),
  );
  expect(await answer.json()).toMatchObject({ code: "ok" });
});

test("a refresh requires an existing page that the caller may write", async () => {
  const [ada, eve] = [await signUp(), await signUp("eve")];
  const file = await upload(ada, ada.personalId, "A file.");
  expect((await refresh(ada, file)).body).toMatchObject({
    code: "failed_precondition",
    message: expect.stringContaining("not a web page"),
  });
  const page = await addPage(ada, ada.personalId);
  expect((await refresh(eve, page)).body.code).toBe("not_found");
  await setFields(page, { lifecycle_state: "processing" });
  expect((await refresh(ada, page)).body.code).toBe("failed_precondition");
  await setFields(page, { lifecycle_state: "uploaded" });
  for (const refreshEvery of [-1, 1, 3_599, 1.5, 40_000_000, "3600"]) {
    expect({ refreshEvery, status: (await refresh(ada, page, { refreshEvery })).status }).toEqual({
      refreshEvery,
      status: 400,
    });
  }
  expect((await refresh(ada, page, {}, { "if-match": `"other"` })).body.code).toBe("aborted");
  const etag = (await rawCall("GET", `/v1/assets/${page}`, { token: ada.token })).headers.get("etag") ?? "";
  expect((await refresh(ada, page, {}, { "if-match": etag })).status).toBe(200);
});

test("a refresh with a repeated key starts no second fetch", async () => {
  const ada = await signUp();
  const page = await addPage(ada, ada.personalId);
  const key = { "idempotency-key": newId("req") };
  const first = await refresh(ada, page, {}, key);
  await setFields(page, { refresh_failure: "" });
  const again = await refresh(ada, page, {}, key);
  expect(again.body.eventKey).toBe(first.body.eventKey);
  expect(again.body.data.refresh.failureReason).toBe("");
});

test("an organization has at most 1,000 scheduled pages", async () => {
  const ada = await signUp();
  const [page, other] = [await addPage(ada, ada.personalId), await addPage(ada, ada.personalId)];
  const ids = await addDue(ada, 999);
  await testEnv.DB.prepare("UPDATE assets SET refresh_at = ? WHERE id IN (SELECT value FROM json_each(?))")
    .bind(Date.now() + HOUR_MS, JSON.stringify(ids))
    .run();
  expect((await refresh(ada, page, { refreshEvery: 3_600 })).status).toBe(200);
  expect((await refresh(ada, other, { refreshEvery: 3_600 })).body.code).toBe("resource_exhausted");
  expect((await refresh(ada, page, { refreshEvery: 7_200 })).status).toBe(200);
  const { organizationId: organizationID, tenantId: tenantID, personalId: collectionID } = ada;
  const crawl = {
    collectionID,
    organizationID,
    tenantID,
    url: "https://example.com/",
    processInBackground: true,
    processInThread: false,
  };
  const crawled = await call("crawlUrl", { token: ada.token, body: { ...crawl, refreshEvery: 3_600 } });
  expect(crawled.body.code).toBe("resource_exhausted");
  await refresh(ada, page, { refreshEvery: 0 });
  expect((await refresh(ada, other, { refreshEvery: 3_600 })).status).toBe(200);
});

test("the cron run enqueues a few due pages of each organization, so that no organization waits behind another's thousand pages", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const flood = await addDue(ada, 1_000);
  const [page] = await addDue(bob, 1);
  await setFields(page!, { refresh_at: 2_000 });
  const db = createDatabase(testEnv.DB);
  const now = new Date();
  await db.write(enqueuePageRefreshes(db, now));
  const first = await ordersOf();
  expect([first.filter((id) => flood.includes(id)).length, first.includes(page!)]).toEqual([5, false]);
  await db.write(enqueuePageRefreshes(db, now));
  expect(await ordersOf()).toContain(page);
  await db.write(enqueuePageRefreshes(db, now));
  expect((await ordersOf()).length).toBe(6);
  const next = await testEnv.DB.prepare("SELECT refresh_at AS at FROM assets WHERE id = ?")
    .bind(page)
    .first<{ at: number }>();
  expect(next?.at).toBe(now.getTime() + HOUR_MS);
  await testEnv.DB.prepare("DELETE FROM outbox WHERE kind = 'refresh_asset'").run();
});

test("the cron run skips deleted pages, and they do not delay other pages", async () => {
  const ada = await signUp();
  const [page] = await addDue(ada, 1);
  await setFields(page!, { lifecycle_state: "deleted" });
  const db = createDatabase(testEnv.DB);
  await db.write(enqueuePageRefreshes(db, new Date()));
  expect(await ordersOf()).not.toContain(page);
  const { at } = (await testEnv.DB.prepare("SELECT refresh_at AS at FROM assets WHERE id = ?")
    .bind(page)
    .first<{ at: number }>())!;
  expect(at).toBeGreaterThan(Date.now());
});

test("the cron run fetches a due page and a page whose job was lost", async () => {
  const ada = await signUp();
  const page = await addPage(ada, ada.personalId, { refresh_every: 3_600, refresh_at: 1 });
  await runScheduledMaintenance(platformOf(testEnv), new Date());
  const checked = async (): Promise<boolean> => {
    await runDurableObjectAlarm(testEnv.ASSET_PIPELINE.getByName(page));
    return (await get(ada, page)).refresh.failureReason === NOT_HERE;
  };
  await vi.waitUntil(checked);
  expect(await ordersOf()).not.toContain(page);
});

test("the cron run finds and counts due pages through an index", async () => {
  const db = createDatabase(testEnv.DB);
  for (const statement of enqueuePageRefreshes(db, new Date())) {
    const scans = (await queryPlanOf(statement)).filter(
      (line) => line.startsWith("SCAN") && /SCAN (assets|sr|da|outbox|ro)\b/.test(line),
    );
    expect(scans).toEqual([]);
  }
});
