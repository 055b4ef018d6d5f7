/**
 * Promise: A deletion receipt finishes after the last index row is deleted, and the deletion check counts
 * hidden rows. Attack: The index hides a large text first and deletes it in slices. The receipt was finished
 * and the check was empty while hidden passages remained.
 */
import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { handlePurgeAsset } from "../../src/jobs/handlers/purge-asset.ts";
import type { KnowledgeIndex } from "../../src/knowledge-index/knowledge-index.ts";
import { platformOf } from "../../src/platform.ts";
import { createDatabase } from "../../src/storage/d1/core/database.ts";
import { addReadyAsset } from "../support/http/assets.ts";
import { runAllJobs } from "../support/http/tombstone.ts";
import { deletePermanently, getBody, remainingRecords } from "../support/http/folder-to-delete.ts";
import { testEnv } from "../support/setup/env.ts";
import { openIndex, storeParagraphs } from "../support/rows/open-index.ts";
import { longText } from "../support/rows/long-texts.ts";
import { disableEncoder } from "../support/faults/disable-encoder.ts";
import { signUp } from "../support/http/person.ts";
import { WAIT } from "../support/setup/wait.ts";
import { createCollection } from "../support/http/create-collection.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** More than one call of the index can delete. */
const PASSAGES = 3_400;

function rowsOfTexts(sql: SqlStorage): number {
  const tables = ["chunk", "chunk_fts", "asset_fts", "inactive_slot"];
  return tables.reduce(
    (sum, table) => sum + sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n,
    0,
  );
}

test("the receipt of a text with thousands of passages completes after its last row is deleted, and counts each passage once", async () => {
  disableEncoder();
  const ada = await signUp();
  const folder = await createCollection(ada, ada.rootId, "Folder");
  const assetId = await addReadyAsset(ada, folder, "Tea.");
  const stub = testEnv.KNOWLEDGE_INDEX.getByName(`${ada.organizationId}/0`);
  const input = await storeParagraphs(stub, longText(2, PASSAGES), {
    assetId,
    run: 2,
    collectionIds: [folder],
  });
  await runInDurableObject(stub, async (index: KnowledgeIndex) => await index.replaceAsset(input));
  const { deletionId } = (await deletePermanently(ada, [folder])).body.data;
  const receipt = async () => (await getBody(ada, `/v1/deletions/${deletionId}`)).data;
  await vi.waitFor(async () => {
    await runAllJobs();
    expect((await receipt()).finishedAt).not.toBeNull();
  }, WAIT);
  // In the event-loop turn after the purge ends, before any alarm.
  expect(await runInDurableObject(stub, (_, { storage }) => rowsOfTexts(storage.sql))).toBe(0);
  expect((await receipt()).removed.assets).toMatchObject({ records: 1, left: 0, index: PASSAGES });
});

test("the purge job continues while the index holds rows", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "Tea.");
  await testEnv.DB.prepare(
    "UPDATE assets SET lifecycle_state = 'deleted', deleted_at = 1, purge_at = 0 WHERE id = ?",
  )
    .bind(assetId)
    .run();
  const real = platformOf(testEnv);
  const left = [7, 0];
  const index = (...of: Parameters<typeof real.index>) => {
    const stub = real.index(...of);
    return {
      purgeAsset: async (id: string) => ({ ...(await stub.purgeAsset(id)), left: left.shift() ?? 0 }),
    };
  };
  const ctx = {
    db: createDatabase(testEnv.DB),
    platform: { ...real, index } as never,
    yieldTimer: { yield: async () => {} } as never,
  };
  const job = { kind: "purge_asset", assetId, after: null } as const;
  expect(await handlePurgeAsset(ctx, job)).toEqual(job);
  expect(await testEnv.DB.prepare("SELECT 1 AS n FROM assets WHERE id = ?").bind(assetId).first("n")).toBe(1);
  expect(await handlePurgeAsset(ctx, job)).toBeNull();
  expect(
    await testEnv.DB.prepare("SELECT 1 AS n FROM assets WHERE id = ?").bind(assetId).first("n"),
  ).toBeNull();
});

test("the check counts staged rows, words in segments, and the tables that a reindex dropped", async () => {
  disableEncoder();
  const stub = openIndex();
  const input = await storeParagraphs(stub, longText(1, 100));
  await runInDurableObject(stub, async (index: KnowledgeIndex, { storage: { sql } }) => {
    await index.replaceAsset(input);
    await index.removeAsset({ assetId: "asset_a", run: 1 });
    // 100 passages, the row of the document, and the record of the staged run.
    expect(index.countRemainingRows("asset_a")).toBe(102);
    await index.purgeAsset("asset_a");
    expect({ rowsOfTexts: rowsOfTexts(sql), remaining: index.countRemainingRows("asset_a") }).toEqual({
      rowsOfTexts: 0,
      remaining: 1,
    });
    await index.replaceAsset({ ...(await storeParagraphs(stub, ["Tea."], { assetId: "asset_b" })) });
    await index.clear();
    expect(index.countRemainingRows("asset_a")).toBeGreaterThan(0);
  });
});

test("the deletion check finds nothing at the end", async () => {
  const ada = await signUp();
  const folder = await createCollection(ada, ada.rootId, "Folder");
  await addReadyAsset(ada, folder, "Tea.");
  const { deletionId } = (await deletePermanently(ada, [folder])).body.data;
  await runAllJobs();
  await vi.waitFor(async () => expect((await remainingRecords(ada, deletionId)).left).toEqual([]), WAIT);
});
