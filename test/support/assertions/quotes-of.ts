import { expect } from "vitest";
import { composeExtractiveAnswer } from "../../../src/answering/extraction/compose-extractive-answer.ts";
import type { ReadWindow } from "../../../src/answering/read-passages.ts";
import type { Passage, Quote } from "../../../src/domain/retrieval.ts";

export const passage = (text: string, at = 0, displayName = "Notes"): Passage => {
  const place = { start: at * 1_000, end: at * 1_000 + text.length, page: 0 };
  return {
    assetId: `asset_${at}`,
    chunkId: `c${at}`,
    displayName,
    version: "v",
    matched: [],
    score: 1 / (at + 1),
    text,
    ...place,
  };
};

/** A passage that the reader read whole, with the words that it found. */
export function readWindow(read: Passage, found: string | null, probability = 0.9): ReadWindow {
  const start = found === null ? -1 : read.text.indexOf(found);
  if (found !== null && start < 0) throw new Error(`the passage does not contain "${found}"`);
  const words = found === null ? null : { start, end: start + found.length };
  return { passage: read, words, window: { start: 0, end: read.text.length }, probability };
}

/** Returns the quotes of an extractive answer after a check that each quote is exact. */
export function quotesOf(
  question: string,
  passages: readonly Passage[],
  windows?: readonly ReadWindow[],
): string[] {
  const answer = composeExtractiveAnswer({
    question,
    passages,
    coverage: 1,
    ...(windows === undefined ? {} : { windows }),
  });
  const quotes = answer.kind === "answered" ? answer.quotes : [];
  for (const quote of quotes) expectExact(quote, passages);
  return quotes.map(({ quote }) => quote);
}

/** Returns the unit that an answer quotes for the words that the reader found in one passage. */
export function unitFor(text: string, found: string): string | undefined {
  const read = passage(text);
  return quotesOf("What is it?", [read], [readWindow(read, found)])[0];
}

function expectExact({ chunkId, start, end, quote }: Quote, passages: readonly Passage[]): void {
  const source = passages.find((each) => each.chunkId === chunkId);
  expect(source?.text.slice(start - source.start, end - source.start)).toBe(quote);
}
