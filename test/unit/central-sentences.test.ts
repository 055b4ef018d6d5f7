import { expect, test } from "vitest";
import { centralSentences } from "../../src/answering/overviews/central-sentences.ts";
import { spanText } from "../../src/answering/overviews/overview-input.ts";
import { passage } from "../support/assertions/quotes-of.ts";

function sentences(limit: number, text: string, similarities?: readonly number[]): string[] {
  const document = {
    assetId: "asset_0",
    version: "v",
    displayName: "Notes",
    createdAt: 0,
    isMentioned: false,
  };
  const passages = [{ ...passage(text), ...(similarities === undefined ? {} : { similarities }) }];
  return centralSentences({ document, passages }, limit).map(spanText);
}

const HARBOUR =
  "Yesterday it rained for a very long time. The harbour has three cranes and a long quay. The cranes of the harbour lift stone. Soup costs nine pence at the corner.";

test("the central sentence shares most words with the others", () => {
  expect(sentences(1, HARBOUR)).toEqual(["The harbour has three cranes and a long quay."]);
});

test("with vectors, the central sentence is most similar to the document, and the order is that of the text", () => {
  expect(sentences(2, HARBOUR, [0.9, 0.2, 0.1, 0.95])).toEqual([
    "Yesterday it rained for a very long time.",
    "Soup costs nine pence at the corner.",
  ]);
});

test("headings, rows and overlong sentences are not central while there is prose", () => {
  const text = `# The harbour\n\n| crane | tons |\n| --- | --- |\n| crane A | 3 |\n\nThe crane ${"and the harbour ".repeat(30)}.\n\n- A crane of the harbour lifts stone.\n`;
  expect(sentences(3, text)).toEqual(["A crane of the harbour lifts stone."]);
});

test("a document without prose is represented by its first line", () => {
  expect(sentences(3, "item,price,pack\nOak,4,1\nElm,5,2\n")[0]).toMatch(/^item,price,pack/);
  expect(sentences(3, "")).toEqual([]);
});
