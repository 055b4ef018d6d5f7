import { afterAll, describe, expect, test } from "vitest";
import { createEmbedders } from "../../src/models/create-embedders.ts";
import { type Embedder, EmbedderError } from "../../src/models/embedder.ts";
import { cosineSimilarities } from "../../src/knowledge-index/vectors/cosine-similarities.ts";
import { type EmbeddingBehavior, startModelServer } from "../support/fixtures/model-server.ts";

const KEY = "sk-very-secret-key";
const TEXT = "The confidential dogs of the ferry.";
const server = await startModelServer();
afterAll(server.close);

const SETTINGS = {
  provider: "openai",
  model: "test-model",
  key: KEY,
  dimensions: 64,
  kept: 64,
  version: "1",
  batch: 8,
  prefixes: { question: "query: ", passage: "passage: " },
} as const;

function embedderAt(
  behaviour: EmbeddingBehavior,
  more: Partial<{ dimensions: number; kept: number }> = {},
): Embedder {
  const { current } = createEmbedders(
    { ...SETTINGS, url: server.urlOf(behaviour), ...more },
    { builtIn: null, ai: undefined },
  );
  if (current === null) throw new Error("no embedder");
  return current;
}

async function faultOf(behaviour: EmbeddingBehavior, timeoutMs = 5_000): Promise<EmbedderError> {
  const fault = await embedderAt(behaviour)
    .embed([TEXT], "passage", timeoutMs)
    .catch((error: unknown) => error);
  if (!(fault instanceof EmbedderError))
    throw new Error(`${behaviour} did not fail as it should`, { cause: fault });
  return fault;
}

describe("an embedder behind /v1/embeddings", () => {
  test("an embedder sends the prefixed texts, the model name and the key, and returns the vectors in order", async () => {
    const texts = ["The dogs are here.", "A price.", "Are pets allowed?"];
    const vectors = await embedderAt("plain").embed(texts, "passage", 5_000);
    expect(server.asked.at(-1)).toEqual({
      behaviour: "plain",
      model: "test-model",
      input: texts.map((text) => `passage: ${text}`),
      authorization: `Bearer ${KEY}`,
    });
    expect(vectors.map(({ length }) => length)).toEqual([64, 64, 64]);
    const [one = new Int8Array(), two = new Int8Array(), three = new Int8Array()] = vectors;
    const [[likeThree = 0], [likeTwo = 0]] = [cosineSimilarities(one, three), cosineSimilarities(one, two)];
    expect(likeThree).toBeGreaterThan(likeTwo + 0.2);
    expect(await embedderAt("backwards").embed(texts, "passage", 5_000)).toEqual(vectors);
    await embedderAt("plain").embed(texts, "question", 5_000);
    expect(server.asked.at(-1)?.input[0]).toBe("query: The dogs are here.");
  });

  test("an embedder truncates vectors to the configured dimensions", async () => {
    const [whole = new Int8Array()] = await embedderAt("plain").embed([TEXT], "passage", 5_000);
    const [cut = new Int8Array()] = await embedderAt("plain", { kept: 32 }).embed([TEXT], "passage", 5_000);
    expect(cut).toHaveLength(32);
    expect(Math.max(...cut.map(Math.abs))).toBe(127);
    expect(cosineSimilarities(cut, whole.subarray(0, 32))[0]).toBeGreaterThan(0.999);
  });

  test.each<[EmbeddingBehavior, EmbedderError["kind"]]>([
    ["failing", "failed"],
    ["redirect", "failed"],
    ["limited", "limited"],
    ["wrong-dimensions", "misfit"],
    ["nan", "misfit"],
    ["huge", "misfit"],
    ["short", "misfit"],
    ["not-json", "misfit"],
    ["refuses-all", "refused"],
  ])(
    "an embedder whose server is %s fails as %s, without text, key or URL in the error",
    async (behaviour, kind) => {
      const fault = await faultOf(behaviour);
      expect(fault.kind).toBe(kind);
      expect(JSON.stringify([fault.message, fault.stack, String(fault.cause)])).not.toMatch(
        /confidential|sk-very|127\.0\.0\.1:\d/,
      );
    },
  );

  test("an embedder times out if the response is late or never ends", async () => {
    for (const behaviour of ["slow", "dripping"] as const) {
      const before = performance.now();
      expect((await faultOf(behaviour, 300)).kind).toBe("slow");
      expect(performance.now() - before).toBeLessThan(5_000);
    }
  });

  test("an embedder fails without the URL in the error if the server is unreachable", async () => {
    const { current } = createEmbedders(
      { ...SETTINGS, url: "http://127.0.0.1:9/v1" },
      { builtIn: null, ai: undefined },
    );
    const fault: unknown = await current?.embed([TEXT], "passage", 5_000).catch((error: unknown) => error);
    expect(fault).toMatchObject({ kind: "failed", message: "The embedding model could not be reached." });
  });

  test("the error of an embedder contains the requested retry delay", async () => {
    expect((await faultOf("limited")).retryAfterMs).toBe(120_000);
    expect((await faultOf("failing")).retryAfterMs).toBeNull();
  });

  test("the service calls models of older vectors only at the current URL and provider", () => {
    const openai = createEmbedders(
      { ...SETTINGS, url: server.urlOf("plain") },
      { builtIn: null, ai: undefined },
    );
    const other = createEmbedders(
      { ...SETTINGS, model: "other", kept: 32, url: server.urlOf("plain") },
      { builtIn: null, ai: undefined },
    );
    expect(other.current?.name).not.toBe(openai.current?.name);
    expect(other.named(openai.current?.name ?? "")).toMatchObject({
      name: openai.current?.name,
      dimensions: 64,
    });
    const cloud = createEmbedders(
      { ...SETTINGS, provider: "workers-ai", url: "" },
      { builtIn: null, ai: undefined },
    );
    expect(cloud.named(openai.current?.name ?? "")).toBeNull();
    expect(cloud.named("use-lite-64/1")).toBeNull();
  });

  test("an embedder limits the batch by the numbers that it can parse quickly", () => {
    expect(
      createEmbedders(
        { ...SETTINGS, dimensions: 4_096, kept: 256, batch: 128, url: server.urlOf("plain") },
        { builtIn: null, ai: undefined },
      ).current?.batch,
    ).toBe(32);
  });
});
