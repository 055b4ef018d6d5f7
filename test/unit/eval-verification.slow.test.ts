import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readDataSet } from "../../tools/eval/data/read-data-set.ts";
import { fitRule } from "../../tools/eval/verification/fit-rule.ts";
import { isInTrainSplit } from "../../tools/eval/verification/train-split.ts";
import { isMarkedSupported, judgeCases } from "../../tools/eval/verification/judge-cases.ts";
import { makeCases } from "../../tools/eval/verification/make-cases.ts";
import { changeName, changeNumber, negate, swapNames } from "../../tools/eval/verification/make-negatives.ts";
import {
  merge,
  reorder,
  respell,
  reword,
  shorten,
  state,
} from "../../tools/eval/verification/make-paraphrases.ts";
import type { StatementCase } from "../../tools/eval/verification/statement-case.ts";

const ROOT = join(import.meta.dirname, "..", "..", "tools", "eval", "samples");
const casesOf = async (name: string, seed = 1): Promise<StatementCase[]> =>
  await makeCases(await readDataSet(join(ROOT, name)), join(ROOT, name), { limit: 60, seed });
const first = (): number => 0;

describe("paraphrased sentences", () => {
  test.each([
    ["shorten, brackets", shorten("The mole (of stone) was built in 1790."), "The mole was built in 1790."],
    [
      "shorten, the last clause",
      shorten("The mole was built of stone in 1790, by a merchant of Sandby."),
      "The mole was built of stone in 1790.",
    ],
    ["shorten, nothing to leave out", shorten("The mole was built in 1790."), null],
    [
      "reorder",
      reorder("In 1998, she came to the island with goats."),
      "She came to the island with goats in 1998.",
    ],
    ["respell a date", respell("It starts on 3 November 2024."), "It starts on November 3, 2024."],
    [
      "respell a number",
      respell("It costs 1,040 kroner and holds three boats."),
      "It costs 1040 kroner and holds 3 boats.",
    ],
    ["reword", reword("The city began to grow."), "The town started to grow."],
    ["merge", merge("It is shut.", "The keeper lives there."), "It is shut, and the keeper lives there."],
    ["state a place", state("Where is the mole located?", "Sandby"), "The mole is located in Sandby."],
    ["name the person", state("Who was the keeper?", "Ansel"), "The keeper was Ansel."],
    ["name the agent", state("Who built the mole?", "Thrane"), "Thrane built the mole."],
    [
      "state how many",
      state("How many boats are in the harbour?", "forty boats"),
      "Forty boats are in the harbour.",
    ],
    ["a sentence without such a form", state("Why did it sink?", "a storm"), null],
  ])("%s", (_, said, expected) => {
    expect(said).toBe(expected);
  });
});

describe("sentences with a fault", () => {
  test.each([
    ["a number", changeNumber("It was built in 1790.", first), "It was built in 2790."],
    ["a number word", changeNumber("It holds three boats.", first), "It holds four boats."],
    [
      "a name",
      changeName("The merchant Jonas Thrane built it.", ["Edda Krohn"], first),
      "The merchant Edda Krohn built it.",
    ],
    [
      "a name that is there already",
      changeName("The merchant Jonas Thrane built it.", ["Thrane"], first),
      null,
    ],
    [
      "names exchanged",
      swapNames("The firm Marin sued the firm Havn.", first),
      "The firm Havn sued the firm Marin.",
    ],
    ["names in a list", swapNames("It joins Sandby and Holm.", first), null],
    ["denied", negate("The bridge is closed."), "The bridge is not closed."],
    ["no longer denied", negate("The bridge is not closed."), "The bridge is closed."],
    ["denied in German", negate("Die Brücke ist offen."), "Die Brücke ist nicht offen."],
    ["a sentence without such a verb", negate("Dogs bark."), null],
  ])("%s", (_, said, expected) => {
    expect(said).toBe(expected);
  });
});

describe("the measurement of the verification", () => {
  test("the measurement makes the same cases for the same seed, and others for another seed", async () => {
    const [one, again, other] = [
      await casesOf("harbour"),
      await casesOf("harbour"),
      await casesOf("harbour", 2),
    ];
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });

  test("the measurement keeps most true sentences and rejects most false sentences of the samples' test half", async () => {
    const cases = [...(await casesOf("harbour")), ...(await casesOf("island"))].filter(
      ({ group }) => !isInTrainSplit(group),
    );
    const judged = judgeCases(cases);
    const share = (isTrue: boolean): number => {
      const own = judged.filter((each) => each.case.isTrue === isTrue);
      return own.filter((each) => isMarkedSupported(each) === isTrue).length / own.length;
    };
    expect(cases.length).toBeGreaterThan(200);
    expect(share(true)).toBeGreaterThan(0.95);
    expect(share(false)).toBeGreaterThan(0.9);
  });

  test("the measurement reports the detection of each kind of fault, and every kept case is false", async () => {
    const kinds = Map.groupBy(await casesOf("harbour"), ({ isTrue, kind }) => `${isTrue} ${kind}`);
    expect([...kinds.keys()].toSorted()).toEqual(
      expect.arrayContaining([
        "false inserted",
        "false joined",
        "false moved",
        "false name",
        "false negated",
        "false number",
        "false written",
      ]),
    );
    expect([...kinds.keys()]).toEqual(
      expect.arrayContaining(["true copied", "true merged", "true respelled", "true stated", "true written"]),
    );
  });

  test("the measurement fits a rule that keeps most true sentences", async () => {
    const judged = judgeCases([...(await casesOf("harbour")), ...(await casesOf("island"))]);
    const rule = fitRule(judged);
    expect(rule["cited"] ?? 0).toBeGreaterThan(0);
    expect(rule["unknown"] ?? 0).toBeLessThan(0);
  });
});
