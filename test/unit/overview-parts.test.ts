import { expect, test } from "vitest";
import type { Passage } from "../../src/domain/retrieval.ts";
import { headingsOf } from "../../src/answering/overviews/headings.ts";
import { spanText } from "../../src/answering/overviews/overview-input.ts";
import { mainSentences } from "../../src/answering/overviews/main-sentences.ts";

/** A completely read document with one passage for each of `texts`. */
function read(displayName: string, summary: string, ...texts: string[]) {
  const document = {
    assetId: "asset_1",
    version: "v",
    displayName,
    summary,
    createdAt: 0,
    isMentioned: false,
  };
  const passages = texts.map((text, at): Passage => {
    return {
      assetId: "asset_1",
      chunkId: `chunk_${at}`,
      displayName,
      version: "v",
      text,
      start: at * 10_000,
      end: at * 10_000 + text.length,
      page: 0,
      score: 1,
      matched: [],
    };
  });
  return { document, passages };
}

test("the headings of a document are those of the highest level with several, without comments in code", () => {
  const guide = read(
    "Guide",
    "",
    "# Guide\n\n## Use\n\nCall it.\n\n```\n# a remark\n## another one\n",
    "# a third\n```\n\nA line alone\n\nwith text below it.\n\n## Files\n\n### Deep\n",
  );
  expect(headingsOf(guide, 9).map(spanText)).toEqual(["Use", "Files"]);
  const paper =
    "1. Introduction\n\nIt begins with something that is longer.\n\n2. Method\n\nIt goes on with something that is longer.\n\n2.1 Tools\n\nThese were used for it, one by one.\n\nfasta -I\n\nThis is what it prints to its user.\n";
  expect(headingsOf(read("Paper", "", paper), 9).map(spanText)).toEqual(["1. Introduction", "2. Method"]);
});

test("the main sentences of a document come from its summary if the text contains them, otherwise from its start", () => {
  const text =
    "Notes\n\nThe first sentence is  about\nthe harbour. The second one is about its cranes. The third one tells of ships.\n";
  const told = mainSentences(
    read("Notes", "The first sentence is about the harbour. The third one tells of ships.", text),
    6,
  );
  expect(told.map(spanText)).toEqual([
    "The first sentence is  about\nthe harbour.",
    "The third one tells of ships.",
  ]);
  const external = mainSentences(read("Notes", "Somebody else wrote this.", text), 1);
  expect(external.map(spanText)).toEqual(["The first sentence is  about\nthe harbour."]);
  expect(
    mainSentences(
      read("Prices", "item,price,pack Oak,4,1", "item,price,pack\nOak,4,1\nElm,5,2\nAsh,6,3\n"),
      6,
    ).map(spanText),
  ).toEqual(["item,price,pack"]);
});
