import { expect, test } from "vitest";
import type { Embedder } from "../../../src/models/embedder.ts";
import { withQuestionVectors } from "../../../src/models/question-vectors.ts";

/** An embedder that records its texts. A vector holds the number of the call. */
function recordingEmbedder(): { readonly calls: string[][]; readonly embedder: Embedder } {
  const calls: string[][] = [];
  const embed = async (texts: readonly string[]): Promise<Int8Array[]> => {
    calls.push([...texts]);
    return await Promise.resolve(texts.map(() => Int8Array.of(calls.length)));
  };
  return { calls, embedder: { name: "recording", dimensions: 1, isBuiltIn: false, batch: 8, embed } };
}

test("a question is embedded once for each organization, and a passage every time", async () => {
  const { calls, embedder } = recordingEmbedder();
  const [ada, bob] = [withQuestionVectors(embedder, "ada"), withQuestionVectors(embedder, "bob")];
  expect(await ada.embed(["a", "b"], "question", 1)).toEqual([Int8Array.of(1), Int8Array.of(1)]);
  expect(await ada.embed(["b", "c", "a"], "question", 1)).toEqual([
    Int8Array.of(1),
    Int8Array.of(2),
    Int8Array.of(1),
  ]);
  await bob.embed(["a"], "question", 1);
  await ada.embed(["a"], "passage", 1);
  expect(calls).toEqual([["a", "b"], ["c"], ["a"], ["a"]]);
});

test("the oldest vectors make room for new ones", async () => {
  const { calls, embedder } = recordingEmbedder();
  const cached = withQuestionVectors(embedder, "cy");
  for (let at = 0; at <= 2_000; at += 1) await cached.embed([`question ${at}`], "question", 1);
  await cached.embed(["question 2000"], "question", 1);
  expect(calls).toHaveLength(2_001);
  await cached.embed(["question 0"], "question", 1);
  expect(calls).toHaveLength(2_002);
});
