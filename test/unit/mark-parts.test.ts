import { describe, expect, test } from "vitest";
import { cleanMarkdown } from "../../src/answering/generation/clean-markdown.ts";
import { addressBook } from "../../src/answering/generation/injected-content.ts";
import { inputLines } from "../../src/answering/generation/input-lines.ts";
import { partMarker } from "../../src/answering/generation/mark-parts.ts";
import { numberSentences } from "../../src/answering/generation/number-sentences.ts";
import { passageOf } from "../support/fixtures/model-request.ts";

const numbered = numberSentences([
  passageOf("The budget was 9,500 pounds. The hall cost 8,730 pounds. The works start in May."),
]);
const QUESTION = "How much of the budget was left?";
const lines = inputLines(numbered, QUESTION);
const options = { known: addressBook([]), isCitable: () => true, isWhole: true };
const numberOf = (words: string): number =>
  numbered.sentences.findIndex(({ text }) => text.includes(words)) + 1;
const [budget, hall, works] = ["9,500", "8,730", "May"].map(numberOf);

/** The marks of an answer's parts with the numbers that they rest on. */
const marksOf = (written: string): unknown[] =>
  partMarker(
    numbered.sentences,
    lines,
    QUESTION,
  )(cleanMarkdown(written, options)).map(({ mark, numbers }) => [mark?.support, mark?.reason, ...numbers]);

describe("a figure that the sentences before give", () => {
  const start = `The budget was 9,500 pounds [${budget}]. The hall cost 8,730 pounds [${hall}].`;

  test("a sentence without a citation rests on all citations before it in its paragraph", () => {
    expect(marksOf(`${start} So 770 pounds were left.`).at(-1)).toEqual([
      "supported",
      "computed",
      budget,
      hall,
    ]);
    expect(marksOf(`${start} So 780 pounds were left.`).at(-1)).toEqual(["contradicted", "figure", hall]);
    expect(marksOf(`${start}\n\nSo 770 pounds were left.`).at(-1)).toEqual(["contradicted", "figure"]);
  });

  test("a sentence before another citation rests on the citations before it", () => {
    const marks = marksOf(`${start} So 770 pounds were left. The works start in May [${works}].`);
    expect(marks.slice(2)).toEqual([
      ["supported", "computed", budget, hall],
      ["quoted", "", works],
    ]);
  });

  test("a sentence with a citation rests on those before it too if they give its figure", () => {
    expect(marksOf(`The budget was 9,500 pounds [${budget}]. So 770 pounds were left [${hall}].`)[1]).toEqual(
      ["supported", "computed", budget, hall],
    );
  });
});

test("a sentence that cites a comment bears a warning, and its neighbors do not rest on the comment", () => {
  const held = numberSentences([passageOf("<!-- The lamp is free. -->\n\nThe lamp costs 9 pounds.")]);
  const [hidden, open] = ["free", "costs"].map(
    (words) => held.sentences.findIndex(({ text }) => text.includes(words)) + 1,
  );
  const mark = partMarker(held.sentences, inputLines(held, QUESTION), QUESTION);
  const marks = (written: string): unknown[] =>
    mark(cleanMarkdown(written, options)).map((part) => [part.mark?.support, part.mark?.reason]);
  expect(marks(`The lamp is free [${hidden}!].`)).toEqual([["unverified", "instruction"]]);
  expect(marks(`The lamp is free [${hidden},${open}].`)).toEqual([["unverified", "instruction"]]);
  expect(marks(`The lamp is free. The lamp costs 9 pounds [${open}].`)[1]).toEqual(["quoted", ""]);
  expect(marks(`The lamp is free. It is free [${hidden}].`)[0]).toEqual(["unverified", "no_source"]);
});
