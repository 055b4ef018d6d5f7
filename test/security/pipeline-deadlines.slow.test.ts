/**
 * Promise: Every stage of a file has a deadline, and after five failed attempts the file is `failed` with a
 * reason. Attack: A stage waited forever for a store or for another file's parser. The file stayed in
 * processing, and so did every file behind it. `pipeline-hanging.exhaustive.test.ts` delays each call of each
 * stage.
 */
import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { serviceSecret } from "../../scripts/lib/user-token.ts";
import { notify, upload } from "../support/http/assets.ts";
import { testEnv } from "../support/setup/env.ts";
import { call, rawCall } from "../support/http/call.ts";
import { signUp } from "../support/http/person.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const LONG_MS = 10_000;
const TIMES_FASTER = 600;

/** Like `shortenTimers`, but faster, because nothing works here during a wait. */
function shortenWaits(): void {
  const { setTimeout: start } = globalThis;
  const hurried = (work: () => void, ms = 0) => start(work, ms >= LONG_MS ? ms / TIMES_FASTER : ms);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(hurried as typeof setTimeout);
}

/** Makes R2 reads of one asset hang. */
function hangReads(assetId: string): { readonly reads: () => number } {
  const prototype = Object.getPrototypeOf(testEnv.BUCKET) as {
    get: (this: R2Bucket, key: string, options?: R2GetOptions) => Promise<unknown>;
  };
  const { get } = prototype;
  let reads = 0;
  const hanging = async function (this: R2Bucket, key: string, options?: R2GetOptions) {
    if (!key.includes(assetId)) return await get.call(this, key, options);
    reads += 1;
    return await new Promise<never>(() => {});
  };
  vi.spyOn(prototype, "get").mockImplementation(hanging);
  return { reads: () => reads };
}

test("a store that hangs costs five attempts, and the asset fails with the name of the overrun step", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, "Words that nobody will read.");
  const store = hangReads(assetId);
  shortenWaits();
  await notify(ada, assetId);
  const pipeline = testEnv.ASSET_PIPELINE.getByName(assetId);
  const asset = async () => (await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body.data;
  while ((await asset()).lifecycleState === "processing") await runDurableObjectAlarm(pipeline);
  const failureReason = "Reading the stored file took longer than 240 seconds.";
  expect(await asset()).toMatchObject({ lifecycleState: "failed", failureReason });
  expect(store.reads()).toBe(5);
  // Operators see each attempt.
  const metrics = await (
    await rawCall("GET", "/ops/metrics", { token: serviceSecret(testEnv.TEST_SECRETS, ["ops"]) })
  ).text();
  expect(metrics).toMatch(/^knowledge_stage_deadlines_total 5$/m);
});
