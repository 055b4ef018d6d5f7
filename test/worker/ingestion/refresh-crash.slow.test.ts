import { expect, test } from "vitest";
import { runStages } from "../../../src/ingestion/run-stages.ts";
import { newJob, type ProcessingJob } from "../../../src/ingestion/processing-job.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { setFields } from "../../support/rows/pages.ts";
import { CrashAtCall } from "../../support/faults/crash-at-call.ts";
import { signUp } from "../../support/http/person.ts";
import { pipelineStores } from "../../support/faults/pipeline-stores.ts";
import { sampledNumbers, scaled } from "../../support/setup/scaled.ts";

const OLD = "The brass lantern of Marrow mill burns whale oil.";
const NEW = "The brass lantern of Marrow mill burns paraffin now.";
const MAX_CALLS = 60;
/** Sampling interval: a sampled run kills about one call in this many. */
const EVERY = scaled({ whole: 1, share: 4 });

test("during a refresh killed at any call the old or new text is searchable, and at the end only the new one", async () => {
  const ada = await signUp();
  const search = async (assetId: string): Promise<string[]> => {
    const body = { query: "brass lantern of Marrow mill", collectionIds: [], assetIds: [assetId], limit: 5 };
    const found = await call("POST", "/v1/search", { token: ada.token, body });
    return found.body.data.passages.map(({ text }: { text: string }) => text);
  };
  let last = 0;
  for (const at of sampledNumbers(MAX_CALLS, EVERY, "a refresh")) {
    const assetId = await addReadyAsset(ada, ada.personalId, OLD);
    await setFields(assetId, { source_url: "https://example.com/lantern" });
    let kept: ProcessingJob = newJob(assetId, null, true);
    const keep = (job: ProcessingJob): void => void (kept = structuredClone(job));
    const job = structuredClone(kept);
    const killed = new CrashAtCall(at);
    await runStages(pipelineStores(killed, job, keep, NEW), job, null).catch(() => undefined);
    if (!killed.isReached) break;
    last = at;
    const state = (await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body.data.lifecycleState;
    expect([at, state]).toEqual([at, "ready"]);
    for (const text of await search(assetId)) expect([OLD, NEW]).toContain(text);
    const again = structuredClone(kept);
    await runStages(pipelineStores(new CrashAtCall(0), again, keep, NEW), again, null);
    expect([at, await search(assetId)]).toEqual([at, [NEW]]);
    const { results } = await testEnv.DB.prepare("SELECT version FROM asset_texts WHERE asset_id = ?")
      .bind(assetId)
      .all();
    expect([at, results.length]).toEqual([at, 2]);
    const { objects } = await testEnv.BUCKET.list({ prefix: `${ada.organizationId}/${assetId}/original` });
    expect([at, objects.length <= 2]).toEqual([at, true]);
  }
  expect(last).toBeGreaterThan(15 - 2 * EVERY);
  expect(last).toBeLessThan(MAX_CALLS - EVERY);
});
