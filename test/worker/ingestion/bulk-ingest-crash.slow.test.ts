import { expect, test } from "vitest";
import { type Id, idFromBytes, SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import type { EnqueuedText } from "../../../src/ingestion/api.ts";
import { notifyRooms } from "../../../src/ingestion/notify-rooms.ts";
import type { PipelineDependencies } from "../../../src/ingestion/pipeline-dependencies.ts";
import { processBatch } from "../../../src/ingestion/bulk-ingest/process-batch.ts";
import { platformOf } from "../../../src/platform.ts";
import { findStarting } from "../../../src/services/assets/internal/start-pipelines.ts";
import { finishProcessing, put } from "../../support/http/assets.ts";
import { runAllJobs, purgeNow, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { insertJob } from "../../support/rows/insert-job.ts";
import { delayBefore, CrashAtCall } from "../../support/faults/crash-at-call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sampledNumbers, scaled } from "../../support/setup/scaled.ts";
import { countedUsage, unitsOf } from "../../support/http/usage.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const MAX_CALLS = 60;
/** Sampling interval: a sampled run kills about one call in this many. */
const EVERY = scaled({ whole: 1, share: 24 });
const TIME_LIMIT_MS = scaled({ whole: 900_000, share: 240_000 });
const TEXTS = 3;
/** Index of the asset that changes during the run. */
const OTHER = 1;
const platform = platformOf(testEnv);

interface Group {
  readonly ada: Person;
  readonly assetIds: readonly Id<"asset">[];
  readonly ordered: readonly EnqueuedText[];
  /** Word that occurs only in these texts, followed by their number. */
  readonly word: string;
}

/** Announces texts together, with their outbox entries, and does not process them yet. */
async function announced(ada: Person, word: string): Promise<Group> {
  const organizationContext = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const assets = Array.from({ length: TEXTS }, (_, at) => ({
    contentType: "text/plain",
    originalFileName: `notes-${at}.txt`,
  }));
  const body = { collectionID: ada.personalId, organizationContext, assets };
  const created = await call("POST", "/v1/assets/batch", { token: ada.token, body });
  const records = created.body.data as { id: number[]; signedURL: string }[];
  const assetIds = records.map(({ id }) => idFromBytes("asset", id));
  const orders: string[] = [];
  for (const [at, { signedURL }] of records.entries()) {
    await put(signedURL, `The loom ${word}${at} weaves flowers and leaves of silk.`, "text/plain");
    const objectKey = await columnOf(assetIds[at]!, "object_key");
    const { etag, size } = (await testEnv.BUCKET.head(objectKey))!;
    await testEnv.DB.prepare(
      "UPDATE assets SET lifecycle_state = 'processing', run = 1, object_etag = ?, file_size = ? WHERE id = ?",
    )
      .bind(etag, size, assetIds[at]!)
      .run();
    orders.push(await insertJob("process_asset", assetIds[at]!, { due_at: Date.now() + 60_000 }));
  }
  const db = platform.database();
  const { starting, holders } = await db.read(findStarting(db, assetIds));
  const ordered = assetIds.map((id, at) => ({
    asset: starting.find((asset) => asset.id === id)!,
    order: orders[at]!,
    collectionIds: holders.filter(({ assetId }) => assetId === id).map(({ collectionId }) => collectionId),
  }));
  return { ada, assetIds, ordered, word };
}

async function columnOf(assetId: string, column: string): Promise<string> {
  return (await testEnv.DB.prepare(`SELECT ${column} FROM assets WHERE id = ?`)
    .bind(assetId)
    .first<string>(column))!;
}

async function countOf(table: string, where: string, ...values: string[]): Promise<number | null> {
  return await testEnv.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)
    .bind(...values)
    .first<number>("n");
}

/** Changes that run once, before the index call or before the commit. */
type Meanwhile = Readonly<Partial<Record<"index" | "commit", () => Promise<void>>>>;

function dependencies(
  killed: CrashAtCall,
  { index: beforeIndex, commit: beforeCommit }: Meanwhile,
): PipelineDependencies {
  const { database, bucket, index } = platform;
  const db = killed.watch(delayBefore(database(), "write", beforeCommit), ["read", "write"]);
  const by = {
    actorId: SERVICE_USER_ID,
    operation: "processAsset" as const,
    operationId: "op_00000000000000000000000000" as Id<"op">,
    order: null,
  };
  const elsewhere = async (): Promise<never> => await Promise.reject(new Error("not here"));
  return {
    db,
    bucket: killed.watch(bucket, ["put", "get", "head", "delete"]),
    writer: () => ({
      db,
      now: new Date(),
      ...by,
      notify: async (ordered) =>
        await killed.of(async () => await notifyRooms(platform, ordered)).catch(() => undefined),
    }),
    index: (organizationId, shard) =>
      killed.watch(delayBefore(index(organizationId, shard), "replaceAssets", beforeIndex), [
        "replaceAssets",
        "setAssetCollections",
      ]),
    sandbox: { read: elsewhere, unpack: elsewhere, fetchPage: elsewhere },
    hasSpace: async () => true,
    addresses: null,
    externalTypes: [],
    save: () => undefined,
  };
}

interface Case {
  readonly meanwhile: string;
  readonly when: "index" | "commit";
  readonly happens: (group: Group, assetId: Id<"asset">) => Promise<void>;
  /** Runs later, after all work on the group has ended. */
  readonly follows?: (assetId: Id<"asset">) => Promise<void>;
  readonly ends: "ready" | "deleted" | "gone";
}

const remove = async ({ ada }: Group, assetId: Id<"asset">): Promise<void> => {
  expect((await tombstone(ada, "asset", [assetId])).status).toBe(200);
};

const reprocess = async ({ ada }: Group, assetId: Id<"asset">): Promise<void> => {
  const answer = await call("POST", `/v1/assets/${assetId}/reprocess`, { token: ada.token });
  expect([answer.status, answer.body.message]).toEqual([200, expect.anything()]);
};

/** Moves the asset to another collection. */
const move = async ({ ada }: Group, assetId: Id<"asset">): Promise<void> => {
  const label = `Sheds of ${assetId}`;
  const target = await createCollection(ada, ada.personalId, label);
  await testEnv.DB.prepare("UPDATE asset_collections SET collection_id = ? WHERE asset_id = ?")
    .bind(target, assetId)
    .run();
  await platform
    .index(ada.organizationId, 0)
    .setAssetCollections({ assetId, collectionIds: [target], displayName: "notes-1.txt" });
};

const CASES: readonly Case[] = [
  { meanwhile: "nothing", when: "commit", happens: async () => {}, ends: "ready" },
  { meanwhile: "reprocessed before the index", when: "index", happens: reprocess, ends: "ready" },
  { meanwhile: "reprocessed before the commit", when: "commit", happens: reprocess, ends: "ready" },
  { meanwhile: "deleted", when: "commit", happens: remove, ends: "deleted" },
  { meanwhile: "deleted and purged", when: "commit", happens: remove, follows: purgeNow, ends: "gone" },
  { meanwhile: "moved", when: "index", happens: move, ends: "ready" },
];

/** Expects that each text is ready and searchable once, and that no outbox entry is left. */
async function expectEnd(
  label: unknown[],
  { ada, assetIds, ordered, word }: Group,
  ends: Case["ends"],
): Promise<void> {
  for (const [at, assetId] of assetIds.entries()) {
    const end = at === OTHER ? ends : "ready";
    const prefix = `${ada.organizationId}/${assetId}/`;
    const seen = {
      states: await testEnv.DB.prepare("SELECT lifecycle_state FROM assets WHERE id = ?")
        .bind(assetId)
        .first("lifecycle_state"),
      texts: await countOf("asset_texts", "asset_id = ?", assetId),
      passages: await platform.index(ada.organizationId, 0).countPassages(assetId),
      objects: (await testEnv.BUCKET.list({ prefix })).objects.length,
    };
    if (end === "ready") {
      expect([...label, at, seen]).toEqual([
        ...label,
        at,
        { states: "ready", texts: 1, passages: 1, objects: 4 },
      ]);
      expect([
        ...label,
        at,
        await countOf("audit_events", "target_id = ? AND operation = 'processAsset'", assetId),
      ]).toEqual([...label, at, 1]);
      const collectionIds = (
        await testEnv.DB.prepare("SELECT collection_id FROM asset_collections WHERE asset_id = ?")
          .bind(assetId)
          .all<{ collection_id: string }>()
      ).results.map(({ collection_id: id }) => id);
      const found = await call("POST", "/v1/search", {
        token: ada.token,
        body: { query: `${word}${at}`, collectionIds },
      });
      const passages = JSON.stringify(found.body.data).split(`loom ${word}${at} weaves`).length - 1;
      expect([...label, at, found.status, passages]).toEqual([...label, at, 200, 1]);
    } else if (end === "deleted") expect([...label, at, seen.states]).toEqual([...label, at, "deleted"]);
    else
      expect([...label, at, seen]).toEqual([
        ...label,
        at,
        { states: null, texts: 0, passages: 0, objects: 0 },
      ]);
  }
  const ids = JSON.stringify([...assetIds, ...ordered.map(({ order }) => order)]);
  const left = await countOf(
    "outbox",
    "target_id IN (SELECT value FROM json_each(?1)) OR id IN (SELECT value FROM json_each(?1))",
    ids,
  );
  expect([...label, left]).toEqual([...label, 0]);
}

/** If one call fails, the other texts continue, and unfinished texts go to their own pipelines. */
const FAILING = new Set(["nothing", "reprocessed before the commit", "moved"]);
const TRIALS = [
  ...CASES.map((one) => ({ ...one, forGood: true, how: "the process ends" })),
  ...CASES.filter((one) => FAILING.has(one.meanwhile)).map((one) => ({
    ...one,
    forGood: false,
    how: "the call fails",
  })),
];

test.each(TRIALS)(
  "after a crash at any call of a bulk ingest, each text is ready once: $how, $meanwhile",
  async ({ when, happens, follows, ends, forGood, how, meanwhile: what }) => {
    const ada = await signUp();
    let last = 0;
    for (const at of sampledNumbers(MAX_CALLS, EVERY, `${how} ${what}`)) {
      const group = await announced(ada, `Zeugma${at}x`);
      const otherId = group.assetIds[OTHER]!;
      let happened: Promise<void> | null = null;
      const meanwhile = async (): Promise<void> => await (happened ??= happens(group, otherId));
      const killed = new CrashAtCall(at, { forGood });
      const ready = await processBatch(dependencies(killed, { [when]: meanwhile }), group.ordered).catch(
        () => new Set<string>(),
      );
      if (!forGood) {
        for (const { asset, order } of group.ordered)
          if (!ready.has(asset.id)) await platform.pipeline(asset.id).start({ assetId: asset.id, order });
      }
      await meanwhile();
      await follows?.(otherId);
      await runAllJobs();
      for (const assetId of group.assetIds) await finishProcessing(assetId);
      await expectEnd([at], group, ends);
      const [counted, total] = await countedUsage(ada.organizationId);
      expect([at, counted, counted?.units]).toEqual([at, total, await unitsOf(ada.organizationId)]);
      if (!killed.isReached) break;
      last = at;
    }
    expect(last).toBeGreaterThan(TEXTS * 6 - 2 * EVERY);
    expect(last).toBeLessThan(MAX_CALLS - EVERY);
  },
  TIME_LIMIT_MS,
);
