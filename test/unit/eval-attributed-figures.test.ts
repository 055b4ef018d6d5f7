import { describe, expect, test } from "vitest";
import type { AttributedSentence } from "../../tools/eval/attributed/attributed-sentence.ts";
import { judgeSet, sharesOf, totalsOf } from "../../tools/eval/attributed/judge-set.ts";
import { isMarkedSupported, judgeCases } from "../../tools/eval/verification/judge-cases.ts";

const HARBOUR = [
  "The mole of Sandby was built in 1790.",
  "Its keeper lives on the mole.",
  "Boats of the harbour pay forty kroner.",
];

describe("the figures of a set", () => {
  test("the figures cover the test half by label, and their sums leave out neutral labels", () => {
    const sentences = Array.from({ length: 40 }, (_, at): AttributedSentence => {
      const [sentence, label, isSupported] = (
        [
          ["The mole was built in 1790.", "consistent", true],
          ["The mole was built in 1791.", "wrong", false],
          ["The mole was built in 1790.", "wrong", false],
          ["The keeper lives there.", "unsure", null],
        ] as const
      )[at % 4] ?? ["", "", null];
      return {
        group: `text ${Math.floor(at / 4)}`,
        label,
        isSupported,
        sentence,
        question: "",
        cited: [{ text: HARBOUR[0] ?? "" }],
        given: HARBOUR,
      };
    });
    const { seen, reported } = judgeSet(sentences);
    const count = reported.length / 4;
    expect([seen.length + reported.length, Number.isInteger(count), count > 0 && count < 10]).toEqual([
      40,
      true,
      true,
    ]);
    const shares = sharesOf(reported);
    expect(shares).toEqual([
      { label: "consistent", isSupported: true, sentences: count, supported: count, contradicted: 0 },
      { label: "wrong", isSupported: false, sentences: 2 * count, supported: count, contradicted: count },
      { label: "unsure", isSupported: null, sentences: count, supported: 0, contradicted: 0 },
    ]);
    expect(totalsOf(shares)).toEqual({
      supported: `1.000 of ${count}`,
      doubted: `.500 of ${2 * count}`,
      balanced: ".750",
      contradicted: [`.000 of ${count}`, `.500 of ${2 * count}`],
    });
  });

  test("the figures use sentences in the form that the service reads: without list marks, and never list marks alone", () => {
    const one = {
      label: "consistent",
      isSupported: true,
      question: "",
      cited: [{ text: HARBOUR[0] ?? "" }],
      given: HARBOUR,
      group: "a",
    };
    const { seen, reported } = judgeSet(
      ["1. The mole was built in 1790.", "2.", "- The mole was built in 1790 [3]."].map((sentence) => ({
        ...one,
        sentence,
      })),
    );
    const judged = [...seen, ...reported];
    expect(judged.map((each) => [each.case.sentence, isMarkedSupported(each)])).toEqual([
      ["The mole was built in 1790.", true],
      ["The mole was built in 1790.", true],
    ]);
  });

  test("the figures count a sentence as supported if one of the cited sentences supports it", () => {
    const one: AttributedSentence = {
      group: "",
      label: "wrong",
      isSupported: false,
      sentence: "The mole was built in 1790.",
      question: "",
      cited: [{ text: HARBOUR[1] ?? "" }, { text: HARBOUR[0] ?? "" }],
      given: HARBOUR,
    };
    expect(judgeCases([one, { ...one, cited: [] }]).map(isMarkedSupported)).toEqual([true, false]);
  });
});
