import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { addReadyAsset, finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function chunkIds(assetId: string): Promise<string[]> {
  const { objects } = await testEnv.BUCKET.list({ limit: 1_000 });
  const key =
    objects
      .map((object) => object.key)
      .find((name) => name.includes(assetId) && name.endsWith(".chunks.json")) ?? "";
  const map = await (await testEnv.BUCKET.get(key))?.json<{ chunks: { id: string }[] }>();
  return map?.chunks.map(({ id }) => id) ?? [];
}

async function ordersOf(assetId: string): Promise<number | null> {
  return await testEnv.DB.prepare("SELECT count(*) AS n FROM outbox WHERE target_id = ?")
    .bind(assetId)
    .first<number>("n");
}

test("the commit of the work deletes its outbox entry", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "The loom weaves flowers and leaves.");
  expect(await ordersOf(assetId)).toBe(0);
});

test("a repeated extraction keeps the chunk ids", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "The loom weaves flowers and leaves.");
  const before = await chunkIds(assetId);
  await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'failed' WHERE id = ?").bind(assetId).run();
  await notify(ada, assetId);
  await finishProcessing(assetId);
  expect(before.length).toBeGreaterThan(0);
  expect(await chunkIds(assetId)).toEqual(before);
});

test("a start during the final commit of the last run is not lost", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, "PK", {
    name: "all.7z",
    contentType: "application/x-7z-compressed",
  });
  const pipeline = testEnv.ASSET_PIPELINE.getByName(assetId);
  // Plain data, because the pipeline and the test run in separate contexts.
  const end = { isWritten: false, mayReturn: false };
  interceptBatches(
    async (_, send, __, texts) => {
      const results = await send();
      const isFailure = texts.some(
        (text) => text.startsWith('update "assets" set') && text.includes('"failure_reason"'),
      );
      end.isWritten ||= isFailure;
      while (isFailure && !end.mayReturn) await scheduler.wait(5);
      return results;
    },
    [assetId],
  );
  await notify(ada, assetId);
  const alarm = runDurableObjectAlarm(pipeline);
  await vi.waitUntil(() => end.isWritten);
  // Restarts the asset as notifyUploaded does, between the last run's commit and its end.
  const restart =
    "UPDATE assets SET lifecycle_state = 'processing', run = run + 1, content_type = 'text/plain' WHERE id = ?";
  await testEnv.DB.prepare(restart).bind(assetId).run();
  await pipeline.start({ assetId });
  end.mayReturn = true;
  await alarm;
  const state = async () =>
    (await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body.data.lifecycleState;
  await vi.waitUntil(async () => (await state()) === "ready", { timeout: 5_000 });
  expect(await state()).toBe("ready");
});
