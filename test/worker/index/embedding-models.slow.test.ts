import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { EmbeddingModel } from "../../../src/config.ts";
import type { KnowledgeIndex } from "../../../src/knowledge-index/knowledge-index.ts";
import { QUESTION_TIMEOUT_MS } from "../../../src/knowledge-index/vectors/query-embedder.ts";
import { BUILT_IN_SCALE } from "../../../src/knowledge-index/vectors/similarity-scale.ts";
import { createEmbedders } from "../../../src/models/create-embedders.ts";
import { type Embedder, EmbedderError, type Embedders } from "../../../src/models/embedder.ts";
import {
  finishEncoding,
  indexParagraphs,
  openIndex,
  runAlarmUntil,
  searchIndex,
} from "../../support/rows/open-index.ts";
import type { EmbeddingBehavior } from "../../support/fixtures/model-server.ts";
import { namedModel } from "../../support/fixtures/named-model.ts";

type Index = DurableObjectStub<KnowledgeIndex>;

/** The built-in model's place in the tests: another model with vectors of its own. */
const builtIn = ((): Embedder | null => {
  const { current } = createEmbedders({ ...namedModel("plain"), kept: 64 }, { builtIn: null, ai: undefined });
  return current && { ...current, name: "built-in", isBuiltIn: true };
})();
const TEXTS = [
  "Hunde müssen auf dem unteren Deck der Fähre bleiben.",
  "Die Lampe wurde 1957 elektrisch.",
  "Der Turm ist aus Granit.",
];
/** Timeout of a query embedding in the test. On a busy machine, 1 s is too short even for a fast server. */
const WAIT_MS = 20_000;
const QUESTION = "Are pets allowed on the boat?";

function modelAt(behaviour: EmbeddingBehavior, more: Partial<EmbeddingModel> = {}): Embedders {
  return createEmbedders({ ...namedModel(behaviour), ...more }, { builtIn, ai: undefined });
}

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
  return stub;
}

async function read<Row extends Record<string, SqlStorageValue>>(
  stub: Index,
  select: string,
): Promise<Row[]> {
  return await runInDurableObject(stub, (_, { storage }) => storage.sql.exec<Row>(select).toArray());
}

/** Runs the alarm until the query returns the expected rows. */
async function until(stub: Index, select: string, expected: unknown): Promise<void> {
  await runAlarmUntil(stub, async () => expect(await read(stub, select)).toEqual(expected));
}

const SETS =
  "SELECT role, dimensions, (SELECT sum(live) FROM vector_block b WHERE b.half = s.half) AS vectors FROM vector_set s ORDER BY role";

describe("a configured embedding model", () => {
  test("a configured embedding model finds paraphrases and translations, with similarities on the built-in scale", async () => {
    const stub = await indexWith(modelAt("plain"));
    await finishEncoding(stub);
    let related = Infinity;
    for (const question of [
      QUESTION,
      "Sind Haustiere auf dem Schiff erlaubt?",
      "ペットはフェリーに乗れますか？許可",
    ]) {
      const { passages } = await searchIndex(stub, question);
      expect(passages[0]?.text).toBe(TEXTS[0]);
      related = Math.min(related, passages[0]?.similarities?.[0] ?? 0);
    }
    expect(await read(stub, SETS)).toEqual([{ role: "current", dimensions: 384, vectors: 3 }]);
    const { passages } = await searchIndex(stub, "Wo kauft man Fahrkarten für Straßenbahnen?");
    for (const { similarities } of passages)
      expect(similarities?.[0]).toBeLessThan(related - 3 * BUILT_IN_SCALE.deviation);
  });

  test("a configured embedding model returns nothing out of scope or removed, and follows a replacement", async () => {
    const stub = await indexWith(modelAt("plain"));
    await finishEncoding(stub);
    expect((await searchIndex(stub, QUESTION, { collectionIds: ["col_other"] })).passages).toEqual([]);
    expect((await searchIndex(stub, QUESTION, { excludedAssetIds: ["asset_a"] })).passages).toEqual([]);
    await indexParagraphs(stub, ["Nothing of it."], { run: 2 });
    expect((await searchIndex(stub, QUESTION)).passages.map(({ text }) => text)).not.toContain(TEXTS[0]);
    await until(stub, SETS, [{ role: "current", dimensions: 384, vectors: 1 }]);
  });

  test("after a model change, the index rebuilds all vectors, and searches use the old vectors until the new ones are complete", async () => {
    const stub = await indexWith(modelAt("plain"));
    await finishEncoding(stub);
    const after = modelAt("plain", { model: "other", kept: 128 });
    const away = async () => await Promise.reject(new EmbedderError("failed", "It is away."));
    await use(stub, { ...after, current: after.current && { ...after.current, embed: away } });
    await indexParagraphs(stub, ["Bells ring."], { assetId: "asset_b" });
    const both = [
      { role: "current", dimensions: 128, vectors: null },
      { role: "previous", dimensions: 384, vectors: 3 },
    ];
    await until(stub, SETS, both);
    expect((await searchIndex(stub, QUESTION)).passages[0]?.text).toBe(TEXTS[0]);
    await use(stub, after);
    await runInDurableObject(stub, (_, { storage }) =>
      storage.sql.exec("UPDATE embedder_cool_down SET resume_at = 0"),
    );
    await runInDurableObject(stub, async (index: KnowledgeIndex) => await index.alarm());
    await until(stub, SETS, [{ role: "current", dimensions: 128, vectors: 4 }]);
    expect((await searchIndex(stub, QUESTION)).passages[0]?.text).toBe(TEXTS[0]);
    expect(await read(stub, "SELECT count(*) AS n FROM chunk_vectors")).toEqual([{ n: 4 }]);
  });

  test("a configured embedding model replaces the built-in encoder, and the encoder can replace the model again", async () => {
    const own: Embedders = { current: builtIn, named: () => builtIn };
    const stub = await indexWith(own, ["She came to the island with two goats.", ...TEXTS]);
    await finishEncoding(stub);
    expect(await read(stub, SETS)).toEqual([{ role: "current", dimensions: 64, vectors: 4 }]);
    await use(stub, modelAt("plain"));
    await runInDurableObject(stub, async (index: KnowledgeIndex) => await index.alarm());
    await until(stub, SETS, [{ role: "current", dimensions: 384, vectors: 4 }]);
    await use(stub, own);
    await runInDurableObject(stub, async (index: KnowledgeIndex) => await index.alarm());
    await until(stub, SETS, [{ role: "current", dimensions: 64, vectors: 4 }]);
  });

  test.each<EmbeddingBehavior>([
    "failing",
    "wrong-dimensions",
    "nan",
    "huge",
    "short",
    "not-json",
    "same",
    "refuses-all",
  ])(
    "an embedding model that is %s leaves lexical search unchanged, and the index retries later",
    async (behaviour) => {
      const stub = await indexWith(modelAt(behaviour));
      await until(stub, "SELECT failures FROM embedder_cool_down", [{ failures: 1 }]);
      expect(await read(stub, "SELECT count(*) AS n FROM chunk_vectors")).toEqual([{ n: 0 }]);
      expect((await searchIndex(stub, "Lampe 1957 elektrisch")).passages[0]?.text).toBe(TEXTS[1]);
      const [pause] = await read<{ resume_at: number }>(stub, "SELECT resume_at FROM embedder_cool_down");
      expect((pause?.resume_at ?? 0) - Date.now()).toBeGreaterThan(10_000);
      await use(stub, modelAt("plain"));
      await runInDurableObject(stub, (_, { storage }) =>
        storage.sql.exec("UPDATE embedder_cool_down SET resume_at = 0"),
      );
      await runInDurableObject(stub, async (index: KnowledgeIndex) => await index.alarm());
      await until(stub, SETS, [{ role: "current", dimensions: 384, vectors: 3 }]);
      expect(await read(stub, "SELECT failures FROM embedder_cool_down")).toEqual([{ failures: 0 }]);
    },
  );

  test("a rate-limited embedding model gets no request before its Retry-After, even if new documents arrive", async () => {
    const stub = await indexWith(modelAt("limited"));
    await until(stub, "SELECT failures FROM embedder_cool_down", [{ failures: 1 }]);
    await indexParagraphs(stub, ["Bells ring."], { assetId: "asset_b" });
    const alarm = await runInDurableObject(stub, async (_, { storage }) => await storage.getAlarm());
    expect((alarm ?? 0) - Date.now()).toBeGreaterThan(90_000);
    expect(await read(stub, "SELECT failures FROM embedder_cool_down")).toEqual([{ failures: 1 }]);
  });

  test("after a rejection, the model gets a shorter text, and a text that the model always rejects has no vector", async () => {
    const long = `Dogs on the ferry: ${"the deck is wet and the wind is strong, ".repeat(12)}and so on.`;
    const stub = await indexWith(modelAt("refuses-long"), [long, "This is unspeakable.", TEXTS[0] ?? ""]);
    await finishEncoding(stub);
    expect(await read(stub, SETS)).toEqual([{ role: "current", dimensions: 384, vectors: 3 }]);
    const rows = await read<{ vectors: ArrayBuffer }>(stub, "SELECT vectors FROM chunk_vectors ORDER BY key");
    expect(rows.map(({ vectors }) => new Int8Array(vectors).some((part) => part !== 0))).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("a hanging embedding model delays a search by at most 1 s, and no search during the cool-down", async () => {
    const stub = await indexWith(modelAt("plain"));
    await finishEncoding(stub);
    await use(stub, modelAt("slow"));
    await runInDurableObject(stub, (index: KnowledgeIndex) => {
      index.questionTimeoutMs = QUESTION_TIMEOUT_MS;
    });
    const asked = async (question: string): Promise<number> => {
      const before = Date.now();
      expect((await searchIndex(stub, question)).passages[0]?.text).toBe(TEXTS[1]);
      return Date.now() - before;
    };
    const first = await asked("Lampe 1957 elektrisch wo");
    expect(first).toBeGreaterThan(900);
    const next = await Promise.all([
      asked("Lampe 1957 elektrisch wie"),
      asked("Lampe 1957 elektrisch warum"),
    ]);
    expect(Math.max(...next)).toBeLessThan(900);
  });
});
