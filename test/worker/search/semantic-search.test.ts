import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { KnowledgeIndex } from "../../../src/knowledge-index/knowledge-index.ts";
import { createEmbedders, NO_EMBEDDER } from "../../../src/models/create-embedders.ts";
import type { Embedders } from "../../../src/models/embedder.ts";
import { namedModel } from "../../support/fixtures/named-model.ts";
import {
  finishEncoding,
  foundTexts,
  indexParagraphs,
  openIndex,
  searchIndex,
} from "../../support/rows/open-index.ts";

const MODEL = createEmbedders(namedModel("plain"), { builtIn: null, ai: undefined });
const WAIT_MS = 20_000;
const TEXTS = [
  "Dogs must stay on the lower deck of the boat.",
  "The lamp runs unattended since 2003.",
  "The walls of the tower are granite.",
];
const PARAPHRASE = "Are pets permitted on a ferry?";

type Index = DurableObjectStub<KnowledgeIndex>;

async function use(stub: Index, embedders: Embedders): Promise<void> {
  await runInDurableObject(stub, (index: KnowledgeIndex) => {
    index.embedders = embedders;
    index.questionTimeoutMs = WAIT_MS;
  });
}

async function indexWith(embedders: Embedders, texts: readonly string[] = TEXTS): Promise<Index> {
  const stub = openIndex();
  await use(stub, embedders);
  await indexParagraphs(stub, texts);
  if (embedders.current !== null) await finishEncoding(stub);
  return stub;
}

describe("semantic search", () => {
  test("semantic search finds a paraphrase, with the similarity of each sentence", async () => {
    const stub = await indexWith(MODEL, [
      ...TEXTS.slice(1),
      "Goats are here. Boats cost a fee. Dogs are allowed on the boat.",
    ]);
    const { passages, coverage } = await searchIndex(stub, PARAPHRASE);
    expect(passages[0]).toMatchObject({ page: 3, matched: [] });
    const similarities = passages[0]?.similarities ?? [];
    expect(similarities).toHaveLength(3);
    expect(Math.max(...similarities)).toBe(similarities[2]);
    expect(coverage).toBe(0);
  });

  test("search is by words alone without an embedder, or without its answer", async () => {
    const stub = await indexWith(NO_EMBEDDER);
    expect(await searchIndex(stub, PARAPHRASE)).toMatchObject({ passages: [], coverage: 0 });
    const found = await searchIndex(stub, "Where must dogs stay?");
    expect(found.passages).toMatchObject([{ text: TEXTS[0], matched: ["must", "dogs", "stay"] }]);
    expect(found.passages[0]).not.toHaveProperty("similarities");
    expect(found.coverage).toBe(1);
    const withVectors = await indexWith(MODEL);
    await use(withVectors, { ...MODEL, named: () => null });
    expect((await searchIndex(withVectors, "Where must dogs stay?")).passages).toEqual(found.passages);
  });

  test("semantic search finds nothing out of scope, and no removed document", async () => {
    const stub = await indexWith(MODEL);
    expect(await foundTexts(stub, PARAPHRASE)).toContain(TEXTS[0]);
    expect(await foundTexts(stub, PARAPHRASE, { collectionIds: ["col_other"] })).toEqual([]);
    expect(await foundTexts(stub, PARAPHRASE, { excludedAssetIds: ["asset_a"] })).toEqual([]);
    await stub.removeAsset({ assetId: "asset_a", run: 1 });
    expect(await foundTexts(stub, PARAPHRASE)).toEqual([]);
  });
});
