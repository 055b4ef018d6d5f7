import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { composeExtractiveAnswer } from "../../../src/answering/extraction/compose-extractive-answer.ts";
import type { KnowledgeIndex } from "../../../src/knowledge-index/knowledge-index.ts";
import { analyzeQuestion } from "../../../src/knowledge-index/ranking/analyze-question.ts";
import { searchIndexedPassages } from "../../../src/knowledge-index/ranking/search-passages.ts";
import { platformOf } from "../../../src/platform.ts";
import type { Semantic } from "../../../src/semantic/semantic-api.ts";
import { createSemanticClient } from "../../../src/semantic/semantic-client.ts";
import { testEnv } from "../../support/setup/env.ts";
import { foundTexts, indexParagraphs, openIndex, searchIndex } from "../../support/rows/open-index.ts";

const NOBODY = createSemanticClient(undefined, "on");
const TEXTS = [
  "Dogs must stay on the lower deck of the boat.",
  "The lamp was electrified in 1957 and has run unattended since 2003.",
  "The walls of the tower are granite.",
];

async function searchWith(stub: DurableObjectStub<KnowledgeIndex>, semantic: Semantic, query: string) {
  return await runInDurableObject(stub, async (_, { storage }) => {
    const question = await analyzeQuestion(semantic, query);
    return await searchIndexedPassages(storage.sql, semantic, question, {
      query,
      collectionIds: ["col_1"],
      assetIds: [],
      limit: 20,
    });
  });
}

describe("semantic search", () => {
  test("semantic search finds a paraphrase and quotes its sentence", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, TEXTS);
    const query = "Are pets allowed on the ferry?";
    const found = await searchIndex(stub, query);
    expect(found.passages[0]).toMatchObject({ text: TEXTS[0], matched: [] });
    expect(found.meaning?.similarWords).toContainEqual(
      expect.objectContaining({ word: "dogs", stem: "pet" }),
    );
    const question = "Are pets allowed on the boat?";
    const answer = composeExtractiveAnswer({ question, ...(await searchIndex(stub, question)), coverage: 1 });
    expect(answer.kind === "answered" && answer.quotes[0]?.quote).toBe(TEXTS[0]);
  });

  test("semantic search has lower confidence in a larger scope", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, TEXTS);
    await indexParagraphs(stub, ["Ferries leave at ten."], { assetId: "asset_b", collectionIds: ["col_2"] });
    const sureIn = async (collectionIds: string[]) =>
      (await searchIndex(stub, "When do ferries leave?", { collectionIds })).confidence;
    const [alone, among] = [await sureIn(["col_2"]), await sureIn(["col_1", "col_2"])];
    expect(alone).toBeGreaterThan(0.5);
    expect(among).toBeLessThan(alone);
  });

  test("lexical search stays unchanged without the semantic Worker or in another language", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [...TEXTS, "Hunde müssen auf dem unteren Deck bleiben."]);
    const without = await searchWith(stub, NOBODY, "Where must dogs stay?");
    expect(Object.keys(without)).toEqual(["passages", "confidence", "coverage"]);
    expect(without.passages).toMatchObject([{ text: TEXTS[0], matched: ["must", "dogs", "stay"] }]);
    expect(without.passages[0]).not.toHaveProperty("similarities");
    expect(await searchWith(stub, NOBODY, "Are pets allowed on the ferry?")).toEqual({
      passages: [],
      confidence: 0,
      coverage: 0,
    });
    const german = "Wo müssen die Hunde auf dem Schiff bleiben?";
    expect(await searchWith(stub, platformOf(testEnv).semantic(), german)).toEqual(
      await searchWith(stub, NOBODY, german),
    );
  });

  test("semantic search finds nothing out of scope, and no removed document", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, TEXTS);
    const query = "Are pets allowed on the ferry?";
    expect(await foundTexts(stub, query, { collectionIds: ["col_other"] })).toEqual([]);
    expect(await foundTexts(stub, query, { excludedAssetIds: ["asset_a"] })).toEqual([]);
    await stub.removeAsset({ assetId: "asset_a", run: 1 });
    expect(await foundTexts(stub, query)).toEqual([]);
  });
});
