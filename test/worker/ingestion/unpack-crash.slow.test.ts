import { expect, test } from "vitest";
import { runStages } from "../../../src/ingestion/run-stages.ts";
import { newJob, type ProcessingJob } from "../../../src/ingestion/processing-job.ts";
import { archiveEntriesOf } from "../../support/rows/archive-entries.ts";
import { upload } from "../../support/http/assets.ts";
import { makeZip } from "../../support/fixtures/documents/make-docx.ts";
import { testEnv } from "../../support/setup/env.ts";
import { CrashAtCall } from "../../support/faults/crash-at-call.ts";
import { signUp } from "../../support/http/person.ts";
import { announceToNobody, pipelineStores } from "../../support/faults/pipeline-stores.ts";
import { sampledNumbers, scaled } from "../../support/setup/scaled.ts";

const MAX_CALLS = 90;
/** Sampling interval: a sampled run kills about one call in this many. */
const EVERY = scaled({ whole: 1, share: 5 });
const TIME_LIMIT_MS = scaled({ whole: 900_000, share: 240_000 });
const FILES = ["a.txt", "b.txt"];
/** Incompressible bytes, longer than the in-memory limit, so that each stage of the archive is recorded. */
const NOISE = Uint8Array.from({ length: 90_000 }, (_, at) => (at * 2_654_435_761) >>> 13);

test.each([
  ["in memory", new Uint8Array(9)],
  ["step by step", NOISE],
])(
  "after a crash at any call of unpacking an archive read %s, each file becomes one asset in one collection",
  async (how, content) => {
    const ada = await signUp();
    const bytes = makeZip({
      ...Object.fromEntries(FILES.map((name) => [name, `This is ${name}.`])),
      "picture.png": content,
    });
    let last = 0;
    for (const at of sampledNumbers(MAX_CALLS, EVERY, how)) {
      const label = `archive ${at}.zip`;
      const assetId = await upload(ada, ada.personalId, bytes, {
        name: label,
        contentType: "application/zip",
      });
      await announceToNobody(assetId);
      let kept: ProcessingJob = newJob(assetId);
      const keep = (job: ProcessingJob): void => void (kept = structuredClone(job));
      const job = structuredClone(kept);
      const killed = new CrashAtCall(at);
      await runStages(pipelineStores(killed, job, keep), job, null).catch(() => undefined);
      const again = structuredClone(kept);
      await runStages(pipelineStores(new CrashAtCall(0), again, keep), again, null).catch(
        (error: unknown) => {
          // The asset was ready already, but the attempt did not know.
          if (!(error instanceof Error) || error.name !== "StaleRun") throw error;
        },
      );
      const state = await testEnv.DB.prepare("SELECT lifecycle_state FROM assets WHERE id = ?")
        .bind(assetId)
        .first("lifecycle_state");
      const members = await archiveEntriesOf(assetId);
      expect([at, state, members.map(({ display_name }) => display_name)]).toEqual([
        at,
        "ready",
        [...FILES, "picture.png"],
      ]);
      const { results: all } = await testEnv.DB.prepare(
        "SELECT l.asset_id FROM collections c JOIN asset_collections l ON l.collection_id = c.id WHERE c.organization_id = ? AND c.label = ?",
      )
        .bind(ada.organizationId, label)
        .all();
      expect([at, all.length]).toEqual([at, FILES.length + 1]);
      const { results: places } = await testEnv.DB.prepare(
        "SELECT id FROM collections WHERE organization_id = ? AND label = ?",
      )
        .bind(ada.organizationId, label)
        .all();
      expect([at, places.length]).toEqual([at, 1]);
      for (const { object_key: key, file_size: length } of members)
        expect([at, (await testEnv.BUCKET.head(key))?.size]).toEqual([at, length]);
      const { results: begun } = await testEnv.DB.prepare(
        "SELECT o.id FROM outbox o JOIN archive_members m ON m.asset_id = o.target_id WHERE m.parent_id = ? AND o.kind = 'process_asset'",
      )
        .bind(assetId)
        .all();
      expect([at, begun.length]).toEqual([at, FILES.length + 1]);
      const counted = await testEnv.DB.prepare(
        "SELECT collection_count - (SELECT count(*) FROM collections c WHERE c.organization_id = o.id) AS n FROM organizations o WHERE id = ?",
      )
        .bind(ada.organizationId)
        .first("n");
      expect([at, counted]).toEqual([at, 0]);
      if (!killed.isReached) break;
      last = at;
    }
    expect(last).toBeGreaterThan(20 - 2 * EVERY);
    expect(last).toBeLessThan(MAX_CALLS - EVERY);
  },
  TIME_LIMIT_MS,
);
