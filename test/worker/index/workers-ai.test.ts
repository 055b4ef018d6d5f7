import { describe, expect, inject, test } from "vitest";
import { createEmbedders } from "../../../src/models/create-embedders.ts";
import type { Embedder } from "../../../src/models/embedder.ts";
import type { WorkersAi } from "../../../src/models/workers-ai-embedder.ts";

const PREFIXES = { question: "query: ", passage: "" };
const SETTINGS = {
  provider: "workers-ai",
  url: "",
  model: "@cf/baai/bge-m3",
  key: null,
  dimensions: 384,
  kept: 384,
  version: "1",
  batch: 8,
} as const;

function embedderWith(ai: WorkersAi | undefined): Embedder {
  const { current } = createEmbedders({ ...SETTINGS, prefixes: PREFIXES }, { builtIn: null, ai });
  if (current === null) throw new Error("no embedder");
  return current;
}

/** A binding that responds like Workers AI, with the vectors of the test server. */
const binding: WorkersAi = {
  run: async (model, { text }) => {
    const init = { method: "POST", body: JSON.stringify({ model, input: text }) };
    const answer: { data: { embedding: number[] }[] } = await (
      await fetch(`${inject("modelServer")}/plain/v1/embeddings`, init)
    ).json();
    return { shape: [text.length, 384], data: answer.data.map(({ embedding }) => embedding), pooling: "cls" };
  },
};

describe("a Workers AI model", () => {
  test("a Workers AI model receives the texts and returns a vector for each text", async () => {
    const [one, two, three] = await embedderWith(binding).embed(
      ["Dogs.", "Dogs.", "A price."],
      "question",
      20_000,
    );
    expect(one).toHaveLength(384);
    expect(two).toEqual(one);
    expect(three).not.toEqual(one);
  });

  test.each<[string, WorkersAi | undefined, string]>([
    [
      "has no capacity",
      { run: async () => await Promise.reject(new Error("3040: Capacity temporarily exceeded, secret")) },
      "limited",
    ],
    [
      "does not take the text",
      { run: async () => await Promise.reject(new Error("5006: Error: oneOf at '/' not met, secret")) },
      "refused",
    ],
    ["breaks", { run: async () => await Promise.reject(new Error("secret")) }, "failed"],
    ["never answers", { run: async () => await new Promise(() => {}) }, "slow"],
    [
      "gives another number of dimensions",
      { run: async () => await Promise.resolve({ data: [[1, 2, 3]] }) },
      "misfit",
    ],
    ["gives nothing", { run: async () => await Promise.resolve({}) }, "misfit"],
    ["gives null", { run: async () => await Promise.resolve(null) }, "misfit"],
    ["is not bound", undefined, "failed"],
  ])(
    "a Workers AI model that %s causes its own kind of error, without the text in the message",
    async (_what, ai, kind) => {
      const fault: unknown = await embedderWith(ai)
        .embed(["A secret."], "passage", 200)
        .catch((error: unknown) => error);
      expect(fault).toMatchObject({ name: "EmbedderError", kind });
      expect(String(fault)).not.toContain("secret");
    },
  );
});
