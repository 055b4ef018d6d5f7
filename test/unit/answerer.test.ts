import { expect, test } from "vitest";
import { type AnswerStream, collectAnswer } from "../../src/answering/answerer.ts";
import { extractiveAnswerer } from "../../src/answering/extraction/extractive-answerer.ts";
import { sampling } from "../../src/domain/events.ts";
import { NO_LIMITS } from "../../src/answering/answer-limits.ts";

const text = "The Vlara is a river. Its mouth lies in the Brin.";
const passage = {
  assetId: "asset_a" as const,
  chunkId: "c",
  displayName: "Rivers",
  version: "v",
  page: 0,
  start: 40,
  end: 40 + text.length,
  text,
};
const request = {
  question: "Where is the mouth of the river Vlara?",
  passages: [{ ...passage, score: 1, matched: [] }],
  coverage: 1,
  topic: "",
  limits: NO_LIMITS,
  sampling: sampling.parse({}),
  model: "",
  conversation: [],
  signal: new AbortController().signal,
  pendingAssets: 0,
};

const noDrafts = (): void => {};

test("an answerer without a model yields one final with all parts", async () => {
  const kinds: string[] = [];
  for await (const piece of extractiveAnswerer.answer(request)) kinds.push(piece.kind);
  expect(kinds).toEqual(["final"]);
  const written = await collectAnswer(extractiveAnswerer.answer(request), noDrafts);
  expect(written.model).toBe("extractive");
  expect(written.parts.join("")).toContain("Its mouth lies in the Brin.");
  expect(written.quotes.length).toBeGreaterThan(0);
  expect(written.outputTokens).toBeGreaterThan(0);
  expect(written.inputTokens).toBe(8 + 11);
});

test("an answerer abstains and cites the nearest sentence if the passages contain no answer", async () => {
  const written = await collectAnswer(
    extractiveAnswerer.answer({ ...request, coverage: 0, pendingAssets: 2 }),
    noDrafts,
  );
  expect(written.parts.join("")).toBe(
    "Nothing in the documents in scope answers this. Documents still being read: 2.\n\nSee also: [1]",
  );
  expect(written.quotes.map(({ quote }) => quote)).toEqual(["Its mouth lies in the Brin."]);
});

test("a stream that ends early yields no answer, even after drafts", async () => {
  async function* broken(): AnswerStream {
    yield await Promise.resolve({ kind: "draft", read: () => ({ text: "The", proven: 0 }) } as const);
  }
  const drafts: string[] = [];
  const written = collectAnswer(broken(), (read) => drafts.push(read().text));
  await expect(written).rejects.toThrow("before its answer was complete");
  expect(drafts).toEqual(["The"]);
});
