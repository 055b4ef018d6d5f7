import { describe, expect, test } from "vitest";
import { cleanMarkdown } from "../../src/answering/generation/clean-markdown.ts";
import { inheritCitations } from "../../src/answering/generation/inherit-citations.ts";
import { addressBook } from "../../src/answering/generation/injected-content.ts";
import { parseAnswer } from "../../src/answering/generation/parse-answer.ts";

const options = { known: addressBook([]), isCitable: () => true, isWhole: true };
/** The parts that assert something, each with its own numbers, or with "<" and its inherited ones. */
function partsOf(written: string): unknown[] {
  const clean = cleanMarkdown(written, options);
  return inheritCitations(parseAnswer(clean)).flatMap(({ part, numbers, isInherited }) =>
    part.isFrame
      ? []
      : [
          [
            clean.text.slice(part.start, part.end),
            ...(isInherited && numbers.length > 0 ? ["<"] : []),
            ...numbers,
          ],
        ],
  );
}

describe("the parts of an answer", () => {
  test.each<[string, unknown[]]>([
    [
      "One [1]. Two. [2] Three [3][4]",
      [
        ["One.", 1],
        ["Two.", 2],
        ["Three", 3, 4],
      ],
    ],
    [
      "Es gilt z. B. am 3. Mai 2024 [2]. Danach nicht [3].",
      [
        ["Es gilt z. B. am 3. Mai 2024.", 2],
        ["Danach nicht.", 3],
      ],
    ],
    [
      "港は1871年に開いた[1]。灯台は石油だ[2]。",
      [
        ["港は1871年に開いた。", 1],
        ["灯台は石油だ。", 2],
      ],
    ],
    [
      "1. **One** is here. It is big [1].\n2. Two [2]\n\n   More of two.\n- Three",
      [["**One** is here.", "<", 1], ["It is big.", 1], ["Two", 2], ["More of two."], ["Three"]],
    ],
    [
      "| Who | What |\n| --- | --- |\n| A | 1 [1] |\n| B | 2 |\n\nDone [3].",
      [["| A | 1 |", 1], ["| B | 2 |"], ["Done.", 3]],
    ],
    ["Run this:\n```sh\na -b\n\nc\n```\n[2]", [["```sh\na -b\n\nc\n```", 2]]],
    [
      "> Quoted words\n> go on. And on [1].",
      [
        ["Quoted words\n> go on.", "<", 1],
        ["And on.", 1],
      ],
    ],
  ])("%j", (written, expected) => expect(partsOf(written)).toEqual(expected));

  test.each([
    "# A heading [1]",
    "**A heading**",
    "**A heading:**",
    "There are three open actions:",
    "Would you like to know more?",
    "---",
    "| a | b |\n|---|---|",
    "A heading\n===",
  ])("a heading, a lead-in, a question and a table header have no mark: %j", (written) =>
    expect(partsOf(written)).toEqual([]),
  );

  test.each<[string, unknown[]]>([
    ["A lead-in with a source [1]:", [["A lead-in with a source:", 1]]],
    [
      "One. Two [1]. Three. Four [2].",
      [
        ["One.", "<", 1],
        ["Two.", 1],
        ["Three.", "<", 2],
        ["Four.", 2],
      ],
    ],
    [
      "One [1]. Two.",
      [
        ["One.", 1],
        ["Two.", "<", 1],
      ],
    ],
    ["One.\n\nTwo [1].", [["One."], ["Two.", 1]]],
    [
      "- One\n- Two [1]",
      [
        ["One", "<", 1],
        ["Two", 1],
      ],
    ],
    [
      "- One\n- Two\n\n[1]",
      [
        ["One", "<", 1],
        ["Two", 1],
      ],
    ],
    [
      "It says [1]:\n\n- One\n- Two [2]",
      [
        ["It says:", 1],
        ["One", "<", 2, 1],
        ["Two", 2],
      ],
    ],
    [
      "It says [1]:\n\n| a | b |\n|---|---|\n| c | d |",
      [
        ["It says:", 1],
        ["| c | d |", "<", 1],
      ],
    ],
    [
      "Run it [1]:\n\n```\na\n```",
      [
        ["Run it:", 1],
        ["```\na\n```", "<", 1],
      ],
    ],
  ])("a part without a citation inherits those around it: %j", (written, expected) =>
    expect(partsOf(written)).toEqual(expected),
  );
});
