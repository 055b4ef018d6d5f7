import { expect } from "vitest";
import { composeExtractiveAnswer } from "../../../src/answering/extraction/compose-extractive-answer.ts";
import type { Passage } from "../../../src/domain/retrieval.ts";

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

/** Returns the quotes of an extractive answer after a check that each quote is exact. */
export function quoted(question: string, ...texts: string[]): string[] {
  const passages = texts.map((text, at) => passage(text, at));
  const answer = composeExtractiveAnswer({ question, passages, confidence: 1 });
  const quotes = answer.kind === "answered" ? answer.quotes : [];
  for (const { chunkId, start, end, quote } of quotes) {
    const source = passages.find((each) => each.chunkId === chunkId);
    expect(source?.text.slice(start - source.start, end - source.start)).toBe(quote);
  }
  return quotes.map(({ quote }) => quote);
}
