import { expect, test, vi } from "vitest";
import { type Id, SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import { notifyRooms } from "../../../src/ingestion/notify-rooms.ts";
import type { PipelineDependencies } from "../../../src/ingestion/pipeline-dependencies.ts";
import { runStages, StaleRun } from "../../../src/ingestion/run-stages.ts";
import { newJob, type ProcessingJob } from "../../../src/ingestion/processing-job.ts";
import { platformOf } from "../../../src/platform.ts";
import { addReadyAsset, finishProcessing, upload } from "../../support/http/assets.ts";
import { runAllJobs, purgeNow, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { insertJob } from "../../support/rows/insert-job.ts";
import { delayBefore, CrashAtCall } from "../../support/faults/crash-at-call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sampledNumbers, scaled } from "../../support/setup/scaled.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const MAX_CALLS = 90;
/** Sampling interval: a sampled run kills about one call in this many. */
const EVERY = scaled({ whole: 1, share: 20 });
const TIME_LIMIT_MS = scaled({ whole: 900_000, share: 240_000 });
/** Too long for extraction in the main Worker. */
const LETTER = "The loom in shed seven weaves flowers and leaves of silk.\n\n".repeat(120);
/** Too long to keep in memory. */
const BOOK = "The loom in shed nine weaves ferns and thistles of linen.\n\n".repeat(1_500);
/**
 * Keywords that mark the record of the first asset. The second asset has them only if it reused that result.
 */
const MARK = '["handed on"]';
const platform = platformOf(testEnv);

interface Taking {
  readonly ada: Person;
  /** The asset that already has the text. */
  readonly firstId: Id<"asset">;
  readonly assetId: Id<"asset">;
}

interface Watched {
  readonly killed: CrashAtCall;
  /** Runs before the first call of the index. */
  readonly meanwhile: () => Promise<void>;
  readonly keep: (job: ProcessingJob) => void;
}

function dependencies({ killed, meanwhile, keep }: Watched, job: ProcessingJob): PipelineDependencies {
  const { database, bucket, index, sandbox } = platform;
  const db = killed.watch(database(), ["read", "write"]);
  const by = {
    actorId: SERVICE_USER_ID,
    operation: "processAsset" as const,
    operationId: job.operationId,
    order: job.order,
  };
  return {
    db,
    bucket: killed.watch(bucket, ["put", "get", "head", "delete", "createMultipartUpload"]),
    writer: () => ({
      db,
      now: new Date(),
      ...by,
      notify: async (ordered) =>
        await killed.of(async () => await notifyRooms(platform, ordered)).catch(() => undefined),
    }),
    index: (organizationId, shard) =>
      killed.watch(delayBefore(index(organizationId, shard), "replaceAsset", meanwhile), ["replaceAsset"]),
    sandbox: killed.watch(sandbox, ["read"]),
    hasSpace: async () => true,
    addresses: null,
    externalTypes: [],
    save: keep,
  };
}

const nothing = async (): Promise<void> => {};

const move = async ({ ada, assetId }: Taking): Promise<void> => {
  const target = await createCollection(ada, ada.personalId, `Sheds of ${assetId}`);
  await testEnv.DB.prepare("UPDATE asset_collections SET collection_id = ? WHERE asset_id = ?")
    .bind(target, assetId)
    .run();
  await platform
    .index(ada.organizationId, 0)
    .setAssetCollections({ assetId, collectionIds: [target], displayName: "notes.txt" });
};

const reprocess = async ({ ada, assetId }: Taking): Promise<void> => {
  expect((await call("POST", `/v1/assets/${assetId}/reprocess`, { token: ada.token })).status).toBe(200);
};

const remove = async ({ ada }: Taking, assetId: Id<"asset">): Promise<void> => {
  expect((await tombstone(ada, "asset", [assetId])).status).toBe(200);
  await purgeNow(assetId);
};

interface Seen {
  readonly state: string | null;
  readonly texts: number | null;
  readonly ended: number | null;
  readonly orders: number | null;
  readonly passages: number;
  readonly objects: number;
}

async function seenOf({ ada, assetId }: Taking): Promise<Seen> {
  const first = async <T>(sql: string): Promise<T | null> =>
    await testEnv.DB.prepare(sql).bind(assetId).first<T>("n");
  return {
    state: await first<string>("SELECT lifecycle_state AS n FROM assets WHERE id = ?"),
    texts: await first<number>("SELECT count(*) AS n FROM asset_texts WHERE asset_id = ?"),
    // Only the run that records the text counts it.
    ended: await first<number>(
      "SELECT count(*) AS n FROM audit_events WHERE target_id = ? AND operation = 'processAsset' AND units > 0",
    ),
    orders: await first<number>("SELECT count(*) AS n FROM outbox WHERE target_id = ?"),
    passages: await platform.index(ada.organizationId, 0).countPassages(assetId),
    objects: (await testEnv.BUCKET.list({ prefix: `${ada.organizationId}/${assetId}/` })).objects.length,
  };
}

/** Whether a search in the collection finds the asset. */
async function isFound({ ada, assetId }: Taking): Promise<boolean> {
  const { results } = await testEnv.DB.prepare(
    "SELECT collection_id AS id FROM asset_collections WHERE asset_id = ?",
  )
    .bind(assetId)
    .all<{ id: string }>();
  const body = { query: "weaves", collectionIds: results.map(({ id }) => id) };
  const found = await call("POST", "/v1/search", { token: ada.token, body });
  return JSON.stringify(found.body.data).includes(assetId);
}

const CASES = [
  { meanwhile: "nothing", happens: nothing, isGone: false },
  { meanwhile: "moved", happens: move, isGone: false },
  { meanwhile: "reprocessed", happens: reprocess, isGone: false },
  {
    meanwhile: "removed for good",
    happens: async (taking: Taking) => await remove(taking, taking.assetId),
    isGone: true,
  },
  {
    meanwhile: "the other one removed for good",
    happens: async (taking: Taking) => await remove(taking, taking.firstId),
    isGone: false,
  },
] as const;
const SIZES = [
  { size: "a letter", content: LETTER },
  { size: "a book", content: BOOK },
] as const;

const TRIALS = CASES.flatMap((one) => SIZES.map((size) => ({ ...one, ...size }))).filter(
  ({ size, meanwhile: one }) => size === "a letter" || one === "nothing",
);

test.each(TRIALS)(
  "after a crash at any call while $size reuses the text of the same bytes, the asset is ready once: $meanwhile",
  async ({ happens, isGone, content, size: length, meanwhile: what }) => {
    const ada = await signUp();
    let last = 0;
    let passages = 0;
    let firstId = await addReadyAsset(ada, ada.personalId, content);
    for (const at of sampledNumbers(MAX_CALLS, EVERY, `${length} ${what}`)) {
      if (what.startsWith("the other") && last > 0)
        firstId = await addReadyAsset(ada, ada.personalId, content);
      await testEnv.DB.prepare("UPDATE assets SET keywords = ? WHERE id = ?").bind(MARK, firstId).run();
      passages = await platform.index(ada.organizationId, 0).countPassages(firstId);
      const collectionId = await createCollection(ada, ada.personalId, `Case ${at}`);
      const assetId = await upload(ada, collectionId, content);
      const taking = { ada, firstId, assetId };
      const key = await testEnv.DB.prepare("SELECT object_key FROM assets WHERE id = ?")
        .bind(assetId)
        .first<string>("object_key");
      const { etag, size } = (await testEnv.BUCKET.head(key!))!;
      await testEnv.DB.prepare(
        "UPDATE assets SET lifecycle_state = 'processing', run = 1, object_etag = ?, file_size = ? WHERE id = ?",
      )
        .bind(etag, size, assetId)
        .run();
      const order = await insertJob("process_asset", assetId, { due_at: Date.now() + 60_000 });
      let happened: Promise<void> | null = null;
      const meanwhile = async (): Promise<void> => await (happened ??= happens(taking));
      let kept = newJob(assetId, order);
      const keep = (job: ProcessingJob): void => void (kept = structuredClone(job));
      const killed = new CrashAtCall(at);
      const job = structuredClone(kept);
      await runStages(dependencies({ killed, meanwhile, keep }, job), job, null).catch(() => undefined);
      await meanwhile();
      const again = structuredClone(kept);
      await runStages(
        dependencies({ killed: new CrashAtCall(0), meanwhile, keep }, again),
        again,
        null,
      ).catch((error: unknown) => {
        if (!(error instanceof StaleRun)) throw error;
      });
      await runAllJobs();
      await finishProcessing(assetId);
      // The rows of a repeated run are deleted after a delay.
      const expected = isGone ? 0 : passages;
      await vi.waitUntil(
        async () => (await platform.index(ada.organizationId, 0).countPassages(assetId)) === expected,
        {
          timeout: 10_000,
        },
      );
      const seen = await seenOf(taking);
      if (isGone)
        expect([at, seen]).toMatchObject([at, { state: null, texts: 0, orders: 0, passages: 0, objects: 0 }]);
      else {
        expect([at, seen]).toMatchObject([at, { state: "ready", texts: 1, orders: 0, passages, objects: 4 }]);
        if (what !== "reprocessed") expect([at, seen.ended]).toEqual([at, 1]);
        expect([at, await isFound(taking)]).toEqual([at, true]);
      }
      // Does not check large files: if a crash follows the commit of their text, the next attempt extracts
      // them again.
      if (what === "nothing" && length === "a letter") {
        const keywords = await testEnv.DB.prepare("SELECT keywords FROM assets WHERE id = ?")
          .bind(assetId)
          .first<string>("keywords");
        expect([at, keywords]).toEqual([at, MARK]);
      }
      if (!killed.isReached) break;
      last = at;
    }
    expect(last).toBeGreaterThan(14 - 2 * EVERY);
    expect(last).toBeLessThan(MAX_CALLS - EVERY);
  },
  TIME_LIMIT_MS,
);
