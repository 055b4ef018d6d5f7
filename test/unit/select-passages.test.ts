import { expect, test } from "vitest";
import { selectPassages } from "../../src/answering/generation/select-passages.ts";
import type { Passage } from "../../src/domain/retrieval.ts";
import { passageOf } from "../support/fixtures/model-request.ts";

const ROOM = { free: 30_000, window: 32_768 };
const WORDS = "amber birch cedar dune ember fjord grove heath inlet knoll larch marsh".split(" ");

/** Passages of other documents, each with words of its own. */
const passagesOf = (count: number, repeated = 1) =>
  Array.from({ length: count }, (_, at) =>
    passageOf(WORDS.map((word) => `${word}${at}qx `.repeat(repeated)).join(""), {
      assetId: `asset_${at}`,
      chunkId: `chunk_${at}`,
    }),
  );

test("a question about a fact gets 12 passages, a broad one as many as fit half of the window", () => {
  const passages = passagesOf(60, 8);
  expect(selectPassages({ passages }, ROOM)).toEqual(passages.slice(0, 12));
  const broad = selectPassages({ passages, isBroad: true }, ROOM);
  expect(broad.length).toBeGreaterThan(30);
  const small = selectPassages({ passages, isBroad: true }, { free: 7_000, window: 8_192 });
  expect(small.length).toBeGreaterThan(5);
  expect(small.length).toBeLessThan(broad.length / 2);
});

test("the best document stands there as a whole if it fits, instead of its passages", () => {
  const passages = passagesOf(12);
  const whole = passagesOf(1).concat(
    Array.from({ length: 3 }, (_, at) =>
      passageOf(`Zeta ${at}.`, { assetId: "asset_0", start: 500 + at * 10 }),
    ),
  );
  const rest = passages.slice(1);
  expect(selectPassages({ passages, wholeDocuments: [whole] }, ROOM)).toEqual([...whole, ...rest]);
  const tooLong = passagesOf(1, 600);
  expect(selectPassages({ passages, wholeDocuments: [tooLong] }, ROOM)).toEqual(passages);
});

test("a broad question gets each of the best documents that fits as a whole", () => {
  const passages = passagesOf(3);
  const wholeDocuments = passages.map((passage) => [passage, { ...passage, start: 900, chunkId: "more" }]);
  expect(selectPassages({ passages, wholeDocuments, isBroad: true }, ROOM)).toEqual(wholeDocuments.flat());
});

test("near-duplicates of a better passage and tables of contents are left out", () => {
  const [best, other] = passagesOf(2) as [Passage, Passage];
  const copy: Passage = { ...best, assetId: "asset_copy", text: `${best.text} Again.` };
  const contents = passageOf("Scope ... 3\nTerms ... 5\nFees ... 8\nIndex ... 9");
  expect(selectPassages({ passages: [best, contents, copy, other] }, ROOM)).toEqual([best, other]);
});
