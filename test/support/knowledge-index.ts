import { env } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";
import type { ReplaceAssetInput, SearchInput } from "../../src/knowledge-index/api.ts";
import type { KnowledgeIndex } from "../../src/knowledge-index/knowledge-index.ts";

const { KNOWLEDGE_INDEX, BUCKET } = env as unknown as Env;
export const TEA = "Green tea is steamed soon after it is plucked.";
export const RAIL = "The railway to the coast opened in 1871.";

let objects = 0;

/** An index of its own for a test. */
export function openIndex(): DurableObjectStub<KnowledgeIndex> {
  objects += 1;
  return KNOWLEDGE_INDEX.getByName(`org_${objects}/0`);
}

/** Stores the paragraphs as one text with a chunk each, and indexes it. */
export async function indexParagraphs(
  stub: DurableObjectStub<KnowledgeIndex>,
  paragraphs: readonly string[],
  { assetId = "asset_a", run = 1, ...rest }: Partial<ReplaceAssetInput> = {},
) {
  const version = `v${run}`;
  const text = paragraphs.join("\n\n");
  let start = 0;
  const chunks = paragraphs.map((paragraph, ordinal) => {
    const chunk = { id: `chunk_${assetId}_${ordinal}`, ordinal, start, end: start + paragraph.length, page: ordinal + 1 };
    start = chunk.end + 2;
    return chunk;
  });
  const [textKey, chunksKey] = [`${stub.name}/${assetId}/${run}.txt`, `${stub.name}/${assetId}/${run}.json`];
  await BUCKET.put(textKey, text);
  await BUCKET.put(chunksKey, JSON.stringify({ version, chunks }));
  return stub.replaceAsset({ assetId, run, version, displayName: "", collectionIds: ["col_1"], textKey, chunksKey, ...rest });
}

export async function searchIndex(stub: DurableObjectStub<KnowledgeIndex>, query: string, scope: Partial<SearchInput> = {}) {
  return stub.search({ query, collectionIds: ["col_1"], assetIds: [], limit: 20, ...scope });
}

export async function foundTexts(
  stub: DurableObjectStub<KnowledgeIndex>,
  query: string,
  scope: Partial<SearchInput> = {},
): Promise<string[]> {
  return (await searchIndex(stub, query, scope)).passages.map(({ text }) => text);
}
