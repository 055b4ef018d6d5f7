import fc from "fast-check";
import { expect, test } from "vitest";
import { selectContext } from "../../src/answering/answer-limits.ts";
import {
  composeExtractiveAnswer,
  type ExtractiveAnswer,
} from "../../src/answering/extraction/compose-extractive-answer.ts";
import type { ReadWindow } from "../../src/answering/read-passages.ts";
import { countWords } from "../../src/answering/count-words.ts";
import type { Passage } from "../../src/domain/retrieval.ts";
import { readWindow } from "../support/assertions/quotes-of.ts";

const QUESTION = "Where is the mouth of the river Vlara?";
const NOTICES = [
  "No sentence that answers this fits the given limits.",
  "Nothing in the documents in scope answers this.",
];

function passage(text: string, at: number): Passage {
  const place = { start: at * 1_000, end: at * 1_000 + text.length, page: 0 };
  return {
    assetId: "asset_a",
    chunkId: String(at),
    displayName: "",
    version: "v",
    matched: [],
    score: 1 / (at + 1),
    text,
    ...place,
  };
}

const words = fc.constantFrom(
  "river",
  "Vlara",
  "mouth",
  "[1]",
  "河流",
  "1820",
  "x.",
  "The",
  "sea!",
  "\n\n",
  "é",
);
const text = fc
  .array(words, { minLength: 1, maxLength: 40 })
  .map((all) => `The river Vlara ${all.join(" ")}`);
const limits = fc.record({
  contextTokens: fc.oneof(fc.constant(0), fc.nat(120)),
  maxTokens: fc.oneof(fc.constant(0), fc.nat(60)),
  stop: fc.array(fc.constantFrom("", "\n\n", "[2]", "sea", "river", " "), { maxLength: 3 }),
});

test("an answer keeps its limits with complete quotes, or is one of two notices alone", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 7 }), limits, (texts, given) => {
      const passages = texts.map(passage);
      const answer = composeExtractiveAnswer({ question: QUESTION, passages, coverage: 1, limits: given });
      const said = answer.parts.join("");
      const read = selectContext(QUESTION, passages, given);
      const tokensRead = read.reduce((sum, each) => sum + countWords(each.text), 0);
      if (given.contextTokens > 0 && read.length > 0)
        expect(countWords(QUESTION) + tokensRead).toBeLessThanOrEqual(given.contextTokens);
      if (answer.kind !== "answered") expect(NOTICES).toContain(said.split("\n")[0]);
      if (answer.quotes.length === 0) return;
      if (given.maxTokens > 0) expect(countWords(said)).toBeLessThanOrEqual(given.maxTokens);
      for (const stop of given.stop) if (stop !== "") expect(said).not.toContain(stop);
      expect(said.match(/\[\d+\]/g)).toEqual(answer.quotes.map((_, at) => `[${at + 1}]`));
      for (const { chunkId, quote, start, end } of answer.quotes) {
        const source = read.find((each) => each.chunkId === chunkId);
        expect(source?.text.slice(start - source.start, end - source.start)).toBe(quote);
      }
    }),
    { numRuns: 500 },
  );
});

test("limits only remove sentences from the unlimited answer", () => {
  const passages = [
    "The mouth of the river Vlara is in Brin. Ships go there.",
    "The mouth of the river Vlara is wide.",
  ].map(passage);
  const whole = composeExtractiveAnswer({ question: QUESTION, passages, coverage: 1 });
  const same = composeExtractiveAnswer({
    question: QUESTION,
    passages,
    coverage: 1,
    limits: { contextTokens: 1_000, maxTokens: 1_000, stop: ["no"] },
  });
  expect(same).toEqual(whole);
});

test("passages that exceed the limit of the context are not quoted", () => {
  const [long, short] = [
    `The mouth of the river Vlara ${"is very wide and ".repeat(40)} in Brin.`,
    "The mouth of the Vlara.",
  ];
  const passages = [passage(long, 0), { ...passage(short, 1), score: 0.1 }];
  const limited = { contextTokens: countWords(QUESTION) + countWords(short), maxTokens: 0, stop: [] };
  expect(selectContext(QUESTION, passages, limited)).toEqual([passages[1]]);
  const answer = (windows?: ReadWindow[]) =>
    composeExtractiveAnswer({
      question: QUESTION,
      passages,
      coverage: 1,
      limits: limited,
      ...(windows === undefined ? {} : { windows }),
    });
  const quotes = (written: ExtractiveAnswer): string[] =>
    written.kind === "answered" ? written.quotes.map(({ quote }) => quote) : [];
  expect(quotes(answer())).toEqual([short]);
  const [first, second] = [
    readWindow(passages[0] as Passage, "in Brin"),
    readWindow(passages[1] as Passage, short),
  ];
  expect(quotes(answer([first, second]))).toEqual([short]);
  expect(answer([first, { ...second, probability: 0.1 }]).kind).toBe("nothing_fits");
});

test.each([
  [
    "Wer hat die Brücke gebaut?",
    "Die Brücke hat Ines Falk gebaut.",
    "Kein Satz, der diese Frage beantwortet, passt in die gesetzten Grenzen.",
  ],
  ["谁建造了这座桥？", "这座桥是由伊内斯建造的。", "没有能回答这个问题且符合所设限制的句子。"],
])(
  "the notice for limits that no sentence fits uses the language of the question: %s",
  (question, said, notice) => {
    const answer = composeExtractiveAnswer({
      question,
      passages: [passage(said, 0)],
      coverage: 1,
      limits: { contextTokens: 0, maxTokens: 1, stop: [] },
    });
    expect(answer).toEqual({ kind: "nothing_fits", parts: [notice], quotes: [], suggestions: [] });
  },
);
