import { expect, test } from "vitest";
import { quotedSentences } from "../../src/answering/extraction/quoted-sentences.ts";
import type { Quote } from "../../src/domain/retrieval.ts";

const quoteOf = (quote: string): Quote =>
  ({
    quote,
    assetId: "asset_1",
    chunkId: "c",
    start: 0,
    end: quote.length,
    page: 0,
    locator: null,
    version: "v",
  }) as never;

test("each quote of an extractive answer is marked as quoted, without its marker", () => {
  const text = "The ferry leaves at eight. [1]\n\nGuide:\nIt costs two pounds. [2]";
  const marks = quotedSentences(text, [
    quoteOf("The ferry leaves at eight."),
    quoteOf("It\ncosts two pounds."),
  ]);
  expect(
    marks.map(({ start, end, ordinals, support }) => [text.slice(start, end), ordinals, support]),
  ).toEqual([
    ["The ferry leaves at eight.", [1], "quoted"],
    ["It costs two pounds.", [2], "quoted"],
  ]);
});

test("words that differ from the quote are not marked", () => {
  expect(quotedSentences("The ferry leaves at nine. [1]", [quoteOf("The ferry leaves at eight.")])).toEqual(
    [],
  );
});
