import { expect, test } from "vitest";
import {
  composeExtractiveAnswer,
  type ExtractiveAnswer,
} from "../../src/answering/extraction/compose-extractive-answer.ts";
import type { Passage } from "../../src/domain/retrieval.ts";
import type { ReadWindow } from "../../src/answering/read-passages.ts";
import { passage, readWindow } from "../support/assertions/quotes-of.ts";

const river =
  "The Vlara is a river.  It rises near\nOld Town in 1820 metres. Its mouth lies in the Brin. Boats are rare.";

/** The text of an abstention, and the nearest sentence that it cites. */
const abstention = (nearest: string | null) => ({
  kind: "nothing_found",
  said: `Nothing in the documents in scope answers this.${nearest === null ? "" : "\n\nSee also: [1]"}`,
  cited: nearest === null ? [] : [nearest],
});

function shown({ kind, parts, quotes }: ExtractiveAnswer) {
  return { kind, said: parts.join(""), cited: quotes.map(({ quote }) => quote) };
}

test.each([
  ["the passages lack the words of the question", river, 0.1, "The Vlara is a river."],
  ["the coverage is no number", river, Number.NaN, "The Vlara is a river."],
  ["there is nothing but punctuation", "... !!! ???", 1, null],
])("without a reader, the extractive answerer abstains if %s", (_, text, coverage, nearest) => {
  const answer = composeExtractiveAnswer({
    question: "What is the Vlara?",
    passages: [passage(text)],
    coverage,
  });
  expect(shown(answer)).toEqual(abstention(nearest));
});

test("the reader's judgment decides whether an answer abstains, whatever words the passage has", () => {
  const read = passage(river);
  const judged = (probability: number, coverage: number) =>
    composeExtractiveAnswer({
      question: "What is the Vlara?",
      passages: [read],
      coverage,
      windows: [readWindow(read, "a river", probability)],
    });
  expect(shown(judged(0.02, 1))).toEqual(abstention("The Vlara is a river."));
  expect(judged(0.9, 0).kind).toBe("answered");
});

test("the most probable unit comes first, and another one only if it is as probable and new", () => {
  const texts = [
    "The Vlara is a stream.",
    "The Vlara is a river.",
    "It is said that the Vlara is a river.",
    "Brin.",
  ];
  const [stream, river_, copy, other] = texts.map((text, at) => passage(text, at)) as [
    Passage,
    Passage,
    Passage,
    Passage,
  ];
  const quotes = (...windows: ReadWindow[]): string[] => {
    const answer = composeExtractiveAnswer({
      question: "What is the Vlara?",
      passages: [stream, river_, copy, other],
      coverage: 1,
      windows,
    });
    return answer.kind === "answered" ? answer.quotes.map(({ quote }) => quote) : [];
  };
  expect(
    quotes(
      readWindow(river_, "a river", 0.95),
      readWindow(copy, "a river", 0.94),
      readWindow(stream, "a stream", 0.93),
      readWindow(other, "Brin", 0.4),
    ),
  ).toEqual([texts[1], texts[0]]);
});

test("a reader without words leaves the choice of the sentence to the words of the question", () => {
  const read = passage(river);
  const answer = composeExtractiveAnswer({
    question: "Where is its mouth?",
    passages: [read],
    coverage: 0,
    windows: [readWindow(read, null)],
  });
  expect(answer.kind === "answered" && answer.quotes.map(({ quote }) => quote)).toEqual([
    "Its mouth lies in the Brin. Boats are rare.",
  ]);
});
