import { expect, test } from "vitest";
import { newJob, type ProcessingJob } from "../../../src/ingestion/processing-job.ts";
import { runStages } from "../../../src/ingestion/run-stages.ts";
import { CrashAtCall } from "../../support/faults/crash-at-call.ts";
import { pipelineStores } from "../../support/faults/pipeline-stores.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { setPendingVersion } from "../../support/rows/pending-version.ts";
import { sampledNumbers, scaled } from "../../support/setup/scaled.ts";
import { testEnv } from "../../support/setup/env.ts";

const OLD = "The brass lantern of Marrow mill burns whale oil.";
const NEW = "The brass lantern of Marrow mill burns paraffin now.";
const MAX_CALLS = 60;
/** Sampling interval: a sampled run kills about one call in this many. */
const EVERY = scaled({ whole: 1, share: 4 });

test("while a new version is read and killed at any call, the old or the new text is searchable; at the end only the new one", async () => {
  const ada = await signUp();
  const search = async (assetId: string): Promise<string[]> => {
    const body = { query: "brass lantern of Marrow mill", collectionIds: [], assetIds: [assetId], limit: 5 };
    const found = await call("POST", "/v1/search", { token: ada.token, body });
    return found.body.data.passages.map(({ text }: { text: string }) => text);
  };
  const rowOf = async (assetId: string) =>
    await testEnv.DB.prepare(
      "SELECT lifecycle_state AS state, pending_version AS pending, refresh_failure AS failure FROM assets WHERE id = ?",
    )
      .bind(assetId)
      .first<{ state: string; pending: string; failure: string }>();
  let last = 0;
  for (const at of sampledNumbers(MAX_CALLS, EVERY, "a version")) {
    const assetId = await addReadyAsset(ada, ada.personalId, OLD);
    await setPendingVersion(ada, assetId, NEW);
    let kept: ProcessingJob = newJob(assetId, null, true);
    const keep = (job: ProcessingJob): void => void (kept = structuredClone(job));
    const job = structuredClone(kept);
    const killed = new CrashAtCall(at);
    await runStages(pipelineStores(killed, job, keep), job, null).catch(() => undefined);
    if (!killed.isReached) break;
    last = at;
    expect([at, (await rowOf(assetId))?.state]).toEqual([at, "ready"]);
    for (const text of await search(assetId)) expect([OLD, NEW]).toContain(text);
    const again = structuredClone(kept);
    await runStages(pipelineStores(new CrashAtCall(0), again, keep), again, null);
    expect([at, await search(assetId)]).toEqual([at, [NEW]]);
    expect([at, await rowOf(assetId)]).toEqual([at, { state: "ready", pending: "", failure: "" }]);
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
