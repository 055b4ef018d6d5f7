import { describe, expect, test } from "vitest";
import { createEmbedders, WORKERS_AI_EMBEDDING_MODEL } from "../../../src/models/create-embedders.ts";
import type { Embedder } from "../../../src/models/embedder.ts";
import type { Reader } from "../../../src/models/reader.ts";
import { workersAiReader } from "../../../src/models/workers-ai-reader.ts";
import { testEnv } from "../../support/setup/env.ts";

/** The binding of the runtime, in front of a stand-in for Workers AI. */
const ai = testEnv.WORKERS_AI;
const CONFIDENTIAL = "The confidential dogs of the ferry.";

/** How a model fails, as its id, and the kind of the error. */
const FAILURES = [
  ["@cf/test/3040", "limited"],
  ["@cf/test/3036", "limited"],
  ["@cf/test/3006", "refused"],
  ["@cf/test/5006", "refused"],
  ["@cf/test/5007", "failed"],
  ["@cf/test/500", "failed"],
  ["@cf/test/silent", "slow"],
  ["@cf/test/page", "misfit"],
  ["@cf/test/empty", "misfit"],
] as const;

function embedderOf(settings: Partial<typeof WORKERS_AI_EMBEDDING_MODEL> = {}): Embedder {
  const { current } = createEmbedders({ ...WORKERS_AI_EMBEDDING_MODEL, ...settings }, { builtIn: null, ai });
  if (current === null) throw new Error("no embedder");
  return current;
}

describe("an embedder of Workers AI", () => {
  test("the default embedder of Workers AI returns one vector of bge-m3 per text, in order", async () => {
    const { current } = createEmbedders(null, { builtIn: null, ai });
    const vectors = await current?.embed(["Dogs.", "A price.", "Dogs."], "question", 20_000);
    expect(vectors?.map(({ length }) => length)).toEqual([1_024, 1_024, 1_024]);
    expect(vectors?.[2]).toEqual(vectors?.[0]);
    expect(vectors?.[1]).not.toEqual(vectors?.[0]);
  });

  test("an embedder of Workers AI sends no more texts than the product takes", async () => {
    const embedder = embedderOf({ batch: 128 });
    const { batch } = embedder;
    expect(batch).toBe(100);
    const texts = Array.from({ length: batch + 1 }, (_, at) => `Text ${at}`);
    expect(await embedder.embed(texts.slice(0, batch), "passage", 20_000)).toHaveLength(batch);
    await expect(embedder.embed(texts, "passage", 20_000)).rejects.toMatchObject({ kind: "refused" });
  });

  test.each([...FAILURES, ["@cf/test/narrow", "misfit"]] as const)(
    "an embedder with the model %s fails as %s, without the text in the error",
    async (model, kind) => {
      const fault: unknown = await embedderOf({ model })
        .embed([CONFIDENTIAL], "passage", model === "@cf/test/silent" ? 200 : 20_000)
        .catch((error: unknown) => error);
      expect(fault).toMatchObject({ name: "EmbedderError", kind });
      expect(String(fault)).not.toContain("confidential");
    },
  );

  test("an embedder of Workers AI fails without the binding", async () => {
    const { current } = createEmbedders(WORKERS_AI_EMBEDDING_MODEL, { builtIn: null, ai: undefined });
    await expect(current?.embed(["A price."], "passage", 20_000)).rejects.toMatchObject({ kind: "failed" });
  });
});

const QUESTION = "May dogs travel on the ferry?";
const PASSAGES = [
  "The lamp is electric light.",
  "Pets are allowed aboard the boat.",
  "  ",
  "The price of a goat.",
];

async function probabilitiesBy(reader: Reader, question = QUESTION, passages = PASSAGES): Promise<number[]> {
  const readings = await reader.read(question, passages, 20_000);
  return readings.map((reading) => reading?.probability ?? Number.NaN);
}

describe("a reader of Workers AI", () => {
  test("a reranker gives each passage its own probability, in the order of the passages", async () => {
    const readings = await workersAiReader(ai).read(QUESTION, PASSAGES, 20_000);
    expect(readings.map((reading) => reading?.span)).toEqual([null, null, null, null]);
    const [lamp = 1, pets = 0, blank = 1, goat = 1] = await probabilitiesBy(workersAiReader(ai));
    expect(pets).toBeGreaterThan(0.5);
    expect(Math.max(lamp, goat)).toBeLessThan(0.5);
    expect(blank).toBe(0);
  });

  test("a reranker that answers in log-odds gives the same probabilities", async () => {
    const usual = await probabilitiesBy(workersAiReader(ai));
    const fromLogOdds = await probabilitiesBy(workersAiReader(ai, "@cf/test/log-odds"));
    for (const [at, probability] of usual.entries()) expect(fromLogOdds[at]).toBeCloseTo(probability, 6);
  });

  test("a reader of Workers AI does not send blank texts", async () => {
    expect(await probabilitiesBy(workersAiReader(ai), " ")).toEqual([0, 0, 0, 0]);
    expect(await probabilitiesBy(workersAiReader(ai), QUESTION, [" ", ""])).toEqual([0, 0]);
    expect(await probabilitiesBy(workersAiReader(ai), QUESTION, [])).toEqual([]);
  });

  test.each([
    ...FAILURES,
    ["@cf/test/short", "misfit"],
    ["@cf/test/twice", "misfit"],
    ["@cf/test/far", "misfit"],
    ["@cf/test/words", "misfit"],
  ] as const)(
    "a reader with the model %s fails as %s, without the text in the error",
    async (model, kind) => {
      const fault: unknown = await workersAiReader(ai, model)
        .read(QUESTION, [CONFIDENTIAL, "A price."], model === "@cf/test/silent" ? 200 : 20_000)
        .catch((error: unknown) => error);
      expect(fault).toMatchObject({ name: "ReaderError", kind });
      expect(String(fault)).not.toMatch(/confidential|travel/);
    },
  );
});
