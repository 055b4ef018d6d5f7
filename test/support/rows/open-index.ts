import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import type { ReplaceAssetInput, SearchInput } from "../../../src/knowledge-index/api.ts";
import type { KnowledgeIndex } from "../../../src/knowledge-index/knowledge-index.ts";

import { testEnv } from "../setup/env.ts";

const { KNOWLEDGE_INDEX, BUCKET } = testEnv;
export const TEA = "Green tea is steamed soon after it is plucked.";
export const RAIL = "The railway to the coast opened in 1871.";

let objects = 0;

/** Opens an empty index that no other test uses. */
export function openIndex(): DurableObjectStub<KnowledgeIndex> {
  objects += 1;
  return KNOWLEDGE_INDEX.getByName(`org_${objects}/0`);
}

/** Stores the paragraphs as one text with one chunk each, and indexes it. */
export async function indexParagraphs(
  stub: DurableObjectStub<KnowledgeIndex>,
  paragraphs: readonly string[],
  options: Partial<ReplaceAssetInput> = {},
) {
  return await stub.replaceAsset(await storeParagraphs(stub, paragraphs, options));
}

/** Stores the paragraphs as one text with one chunk each. @returns the input that indexes it */
export async function storeParagraphs(
  stub: DurableObjectStub<KnowledgeIndex>,
  paragraphs: readonly string[],
  { assetId = "asset_a", run = 1, version = `v${run}`, ...rest }: Partial<ReplaceAssetInput> = {},
): Promise<ReplaceAssetInput> {
  const text = paragraphs.join("\n\n");
  let start = 0;
  const chunks = paragraphs.map((paragraph, ordinal) => {
    const chunk = {
      id: chunkId(assetId, ordinal),
      ordinal,
      start,
      end: start + paragraph.length,
      page: ordinal + 1,
    };
    start = chunk.end + 2;
    return chunk;
  });
  const place = `${stub.name}/${assetId}/${run}-${paragraphs.length}`;
  const [textKey, chunksKey] = [`${place}.txt`, `${place}.json`];
  await BUCKET.put(textKey, text);
  await BUCKET.put(chunksKey, JSON.stringify({ version, chunks }));
  return { assetId, run, version, displayName: "", collectionIds: ["col_1"], textKey, chunksKey, ...rest };
}

export async function searchIndex(
  stub: DurableObjectStub<KnowledgeIndex>,
  query: string,
  scope: Partial<SearchInput> = {},
) {
  return stub.search({ query, collectionIds: ["col_1"], assetIds: [], limit: 20, ...scope });
}

export async function foundTexts(
  stub: DurableObjectStub<KnowledgeIndex>,
  query: string,
  scope: Partial<SearchInput> = {},
): Promise<string[]> {
  return (await searchIndex(stub, query, scope)).passages.map(({ text }) => text);
}

/** Runs the alarm until the check passes. */
export async function runAlarmUntil(
  stub: DurableObjectStub<KnowledgeIndex>,
  check: () => Promise<void>,
): Promise<void> {
  await vi.waitFor(
    async () => {
      await runDurableObjectAlarm(stub);
      await check();
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** Waits until the embedding queue is empty. */
export async function finishEncoding(stub: DurableObjectStub<KnowledgeIndex>): Promise<void> {
  const isEncoding = async () =>
    await runInDurableObject(
      stub,
      (_, { storage }) => storage.sql.exec("SELECT 1 FROM embedding_job LIMIT 1").toArray().length > 0,
    );
  while (await isEncoding()) if (!(await runDurableObjectAlarm(stub))) await scheduler.wait(20);
}

/** A service id if the asset's id is one, so that both have the same format. */
function chunkId(assetId: string, ordinal: number): string {
  return /^asset_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(assetId) ? newId("chunk") : `chunk_${assetId}_${ordinal}`;
}
