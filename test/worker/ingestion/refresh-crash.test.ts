import { expect, test } from "vitest";
import { SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import { fetchPage } from "../../../src/ingestion/crawl/fetch-page.ts";
import type { PipelineDependencies } from "../../../src/ingestion/pipeline-dependencies.ts";
import { processAsset } from "../../../src/ingestion/process-asset.ts";
import { newJob, type ProcessingJob } from "../../../src/ingestion/processing-job.ts";
import { platformOf } from "../../../src/platform.ts";
import { addReadyAsset } from "../../support/assets.ts";
import { testEnv } from "../../support/env.ts";
import { call } from "../../support/http.ts";
import { setFields } from "../../support/pages.ts";
import { KilledCall } from "../../support/killed-calls.ts";
import { signUp } from "../../support/people.ts";
import { drawn, scaled } from "../../support/scale.ts";

const OLD = "The brass lantern of Marrow mill burns whale oil.";
const NEW = "The brass lantern of Marrow mill burns paraffin now.";
const MOST_CALLS = 60;
/** At which of the calls it is killed: at one of so many. */
const EVERY = scaled({ whole: 1, share: 4 });

/** A pipeline's stores, and a web of one page. */
function dependencies(deadline: KilledCall, job: ProcessingJob, keep: (job: ProcessingJob) => void): PipelineDependencies {
  const { database, bucket, index, extractor } = platformOf(testEnv);
  const db = deadline.watch(database(), ["read", "write"]);
  const by = { actorId: SERVICE_USER_ID, operation: "processAsset", operationId: job.operationId, order: null };
  const send = async (url: URL): Promise<Response> =>
    url.pathname === "/robots.txt" ? new Response("", { status: 404 }) : new Response(NEW, { headers: { "content-type": "text/plain" } });
  return {
    db,
    bucket: deadline.watch(bucket, ["put", "get", "head", "delete"]),
    writer: () => ({ db, now: new Date(), ...by, notify: async () => {} }),
    index: (organizationId, shard) => deadline.watch(index(organizationId, shard), ["replaceAsset", "setAssetCollections"]),
    extractor: {
      ...extractor,
      read: async (source, owner) => await deadline.of(async () => await extractor.read(source, owner)),
      fetchPage: async (order) =>
        await deadline.of(async () => await fetchPage({ send, policy: { allowLoopback: false, ownOrigins: [] } }, order)),
    },
    hasSpace: async () => true,
    addresses: { allowLoopback: false, ownOrigins: [] },
    externalTypes: [],
    save: keep,
  };
}

test("whatever call a refresh is killed at, the text of before or the new one is found, and at the end the new one alone", async () => {
  const ada = await signUp();
  const search = async (assetId: string): Promise<string[]> => {
    const body = { query: "brass lantern of Marrow mill", collectionIds: [], assetIds: [assetId], limit: 5 };
    const found = await call("POST", "/v1/search", { token: ada.token, body });
    return found.body.data.passages.map(({ text }: { text: string }) => text);
  };
  let last = 0;
  for (const at of drawn(MOST_CALLS, EVERY, "a refresh")) {
    const assetId = await addReadyAsset(ada, ada.personalId, OLD);
    await setFields(assetId, { source_url: "https://example.com/lantern" });
    let kept: ProcessingJob = newJob(assetId, null, true);
    const keep = (job: ProcessingJob): void => void (kept = structuredClone(job));
    const job = structuredClone(kept);
    const deadline = new KilledCall(at);
    await processAsset(dependencies(deadline, job, keep), job, null).catch(() => undefined);
    if (!deadline.isReached) break;
    last = at;
    const state = (await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body.data.lifecycleState;
    expect([at, state]).toEqual([at, "ready"]);
    for (const text of await search(assetId)) expect([OLD, NEW]).toContain(text);
    const again = structuredClone(kept);
    await processAsset(dependencies(new KilledCall(0), again, keep), again, null);
    expect([at, await search(assetId)]).toEqual([at, [NEW]]);
    const { results } = await testEnv.DB.prepare("SELECT version FROM asset_texts WHERE asset_id = ?").bind(assetId).all();
    expect([at, results.length]).toEqual([at, 2]);
    const { objects } = await testEnv.BUCKET.list({ prefix: `${ada.organizationId}/${assetId}/original` });
    expect([at, objects.length <= 2]).toEqual([at, true]);
  }
  expect(last).toBeGreaterThan(15 - 2 * EVERY);
  expect(last).toBeLessThan(MOST_CALLS - EVERY);
});
