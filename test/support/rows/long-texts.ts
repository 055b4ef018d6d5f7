/** Texts of several index slices. */
import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import type { ReplaceAssetInput } from "../../../src/knowledge-index/api.ts";
import type { KnowledgeIndex } from "../../../src/knowledge-index/knowledge-index.ts";
import { storeParagraphs } from "./open-index.ts";

export type Stub = DurableObjectStub<KnowledgeIndex>;

/** More than two slices, but few enough for one search. */
export const LONG = 66;

export function longText(run: number, count = LONG): string[] {
  return Array.from({ length: count }, (_, at) => `Tea of run ${run}, entry ${at}.`);
}

export async function long(stub: Stub, run: number, count = LONG): Promise<ReplaceAssetInput> {
  return await storeParagraphs(stub, longText(run, count), { run });
}

/**
 * The run whose complete text the search returns; -1 without results. @throws when the result is incomplete
 * or mixes runs
 */
export async function foundRun(instance: KnowledgeIndex): Promise<number> {
  const { passages } = await instance.search({
    query: "tea",
    collectionIds: ["col_1"],
    assetIds: ["asset_a"],
    limit: 100,
  });
  if (passages.length === 0) return -1;
  const run = Number(/run (\d+)/.exec(passages[0]?.text ?? "")?.[1]);
  expect(passages.map(({ text }) => text).toSorted()).toEqual(
    longText(run, passages.length > 1 ? LONG : 1).toSorted(),
  );
  return run;
}

/** Counts of chunks, hidden slots, pending title updates and dropped tables. */
export async function leftoverRows(stub: Stub): Promise<readonly number[]> {
  const counts = [
    "FROM chunk",
    "FROM inactive_slot",
    "FROM title_update",
    "FROM sqlite_master WHERE name LIKE 'dropped%'",
  ];
  return await runInDurableObject(stub, (_, { storage: { sql } }) =>
    counts.map((rest) => sql.exec<{ count: number }>(`SELECT count(*) AS count ${rest}`).one().count),
  );
}

/** Waits for the alarms that the index sets. */
export async function finishCleaning(stub: Stub): Promise<void> {
  await expect.poll(async () => (await leftoverRows(stub)).slice(1)).toEqual([0, 0, 0]);
}
