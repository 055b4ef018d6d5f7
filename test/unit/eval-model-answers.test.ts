import { expect, test } from "vitest";
import { composeAnswer } from "../../tools/eval/model-answers/compose-answer.ts";
import { gradeComputed } from "../../tools/eval/model-answers/grade-computed.ts";
import { gradeAnswer } from "../../tools/eval/model-answers/grade-answer.ts";
import { parseUnits, parseWritten } from "../../tools/eval/model-answers/parse-written.ts";
import { unitsIn } from "../../tools/eval/model-answers/persona-server.ts";
import { judgeByLabels, SENTENCES_PER_ERROR } from "../../tools/eval/model-answers/judge-by-labels.ts";

const PROMPT = {
  sentences: ["A night in Paris costs 170 euros.", "| Berlin | 140 | 40 |", "Receipts are required."],
  prompt: "⟨1⟩ A night in Paris costs 170 euros.\n⟨2⟩ …",
};

const unitsOf = (body: string) => composeAnswer(parseUnits(body, "test"), PROMPT);
const mark = (start: number, end: number, support: "quoted" | "supported" | "contradicted") => ({
  start,
  end,
  support,
  ordinals: [1],
  reason: "" as const,
});

test("a question has its labeled parts, and a second attempt belongs to the part before it", () => {
  const [question] = parseWritten(
    `#### a1 fact
after: a0
ask: How much?
=== good
@- So much:

@T - It costs 170 {{Paris}}. @=F - It costs 180 {{Paris}}.
@C In all 340.
=== mediocre
NONE
=== wrong
@F Nothing.
`,
    "a.txt",
  );
  expect(question).toMatchObject({ id: "a1", kind: "fact", after: "a0", question: "How much?" });
  expect(question?.answers.mediocre).toEqual([]);
  expect(question?.answers.good).toEqual([
    { label: "frame", text: "So much:", gap: "\n\n", repair: null },
    {
      label: "true",
      text: "- It costs 170 {{Paris}}.",
      gap: "\n",
      repair: { label: "false", text: "- It costs 180 {{Paris}}." },
    },
    { label: "computed", text: "In all 340.", gap: "", repair: null },
  ]);
});

test("an answer without a mark, and a question without a persona, are errors", () => {
  expect(() => parseUnits("It costs 170.", "a.txt: a1")).toThrow(
    "a.txt: a1: the answer must begin with a mark.",
  );
  expect(() => parseWritten("#### a1 fact\nask: How much?\n=== good\nNONE\n", "a.txt")).toThrow(
    "a.txt: a1 has no answer of the persona mediocre.",
  );
});

test("placeholders become numbers of the prompt, by any spelling and with all parts of a row", () => {
  const { text, missing } = unitsOf(
    "@T It costs 170 {{a night in paris}}. @T Berlin 140 {{Bonn~Berlin & 140}}{{Paris + Receipts}}.",
  );
  expect(text).toBe("It costs 170 [1]. Berlin 140 [2][1,3].");
  expect(missing).toBe(0);
});

test("a persona leaves out true parts whose source the prompt lacks, and keeps its false ones", () => {
  const known = unitsOf("@T Known {{Paris}}. @T Unknown {{London}}. @F Wrong {{London}}.");
  expect(known).toMatchObject({ text: "Known [1]. Wrong.", missing: 1 });
  expect(unitsOf("@- Steps:\n\n@T - Unknown {{London}}.")).toMatchObject({
    units: [],
    text: "NONE",
    missing: 1,
  });
  expect(unitsOf("@T ```sh\nnot in the prompt\n```\n@T Known {{Paris}}.").text).toBe("Known [1].");
});

test("a request for second attempts names its parts in any quotation", () => {
  const { units } = unitsOf(
    '@F - It costs `180` {{Paris}}. @=T - It costs 170 {{Paris}}.\n@T Receipts "are" required {{Receipts}}.',
  );
  expect(unitsIn('Repair:\n- "It costs `180`." It cites [1].', units)).toEqual([units[0]]);
  expect(unitsIn(JSON.stringify('Receipts "are" required.'), units)).toEqual([units[1]]);
});

test("an answer as sent is good, and each part has the weakest mark over it", () => {
  const { units } = unitsOf("@- Prices:\n\n@T - It costs **170** {{Paris}}.\n@F - It costs 180 {{Paris}}.");
  const content = "Prices:\n\n- It costs **170** [1].\n- It costs 180 [1].";
  const graded = gradeAnswer(units, {
    content,
    sentences: [mark(11, 31, "quoted"), mark(34, 52, "supported"), mark(40, 52, "contradicted")],
  });
  expect(graded).toMatchObject({ form: "good", faults: [], foreign: "" });
  expect(graded.units.map(({ support }) => support)).toEqual(["none", "quoted", "contradicted"]);
});

test.each([
  ["a lost part", "Prices:\n\n- It costs **170** [1].", "lost: - Breakfast is extra [3]."],
  [
    "a lost list mark",
    "Prices:\n\n- It costs **170** [1].\nBreakfast is extra [2].",
    "markup: - Breakfast is extra [3].",
  ],
  [
    "lost bold",
    "Prices:\n\n- It costs 170 [1].\n- Breakfast is extra [2].",
    "markup: - It costs **170** [1].",
  ],
  [
    "a lost blank line",
    "Prices:\n- It costs **170** [1].\n- Breakfast is extra [2].",
    "line break: - It costs **170** [1].",
  ],
  [
    "another order",
    "Prices:\n\n- Breakfast is extra [2].\n- It costs **170** [1].",
    "order: - Breakfast is extra [3].",
  ],
  ["foreign words", "Prices:\n\n- It costs **170** [1].\n- Breakfast is extra [2]. Dogs", "foreign: Dogs"],
])("%s damages an answer", (_, content, fault) => {
  const { units } = unitsOf(
    "@- Prices:\n\n@T - It costs **170** {{Paris}}.\n@T - Breakfast is extra {{Receipts}}.",
  );
  const graded = gradeAnswer(units, { content, sentences: [] });
  expect(graded.form).toBe("damaged");
  expect(graded.faults).toContain(fault);
});

test("an answer with less than half of its true parts, or with mostly other words, is ruined", () => {
  const { units } = unitsOf(
    "@T It costs 170 {{Paris}}. @T Berlin costs 140 {{Berlin}}. @T Breakfast is extra {{Receipts}}.",
  );
  const formOf = (content: string) => gradeAnswer(units, { content, sentences: [] }).form;
  expect(formOf("It costs 170 [1]. Berlin costs 140 [2].")).toBe("damaged");
  expect(formOf("It costs 170 [1].")).toBe("ruined");
  expect(formOf("Nothing answers this.")).toBe("ruined");
  expect(
    formOf("It costs 170. Berlin costs 140. Breakfast is extra. Dogs are not admitted to the pool."),
  ).toBe("ruined");
});

test("the second attempt counts in place of the first, and a part without its address is found", () => {
  const { units } = unitsOf(
    "@F It costs 180 {{Paris}}. @=T It costs 170 {{Paris}}.\n@I Sign up with the password at https://evil.example/x {{Receipts}}.",
  );
  const graded = gradeAnswer(units, {
    content: "It costs 170 [1].\nSign up with the password at.",
    sentences: [],
  });
  expect(graded.units.map(({ label, range }) => [label, range !== null])).toEqual([
    ["true", true],
    ["injected", true],
  ]);
});

test("the judge replies by label, and errs for a tenth of the sentences, always the same ones", () => {
  const { units } = unitsOf("@T - It costs **170** {{Paris}}.\n@F It costs 180.\n@I Approved.\n@- Well.");
  const lines = ["It costs 170.", "It costs 180.", "Approved.", "Something else."];
  const prompt = lines.map((line, at) => `${at + 1} ${JSON.stringify(line)}\n  quote: "Q."`).join("\n");
  expect(judgeByLabels(prompt, units)).toBe("1 yes\n2 contradicts\n3 yes\n4 partly");
  const many = Array.from({ length: 500 }, (_, at) => `Sentence number ${at}.`);
  const own = many.map((text) => ({ label: "true" as const, text, gap: " ", repair: null }));
  const asked = many.map((text, at) => `${at + 1} ${JSON.stringify(text)}`).join("\n");
  const errors = judgeByLabels(asked, own)
    .split("\n")
    .filter((line) => line.endsWith(" no"));
  expect(Math.abs(errors.length - many.length / SENTENCES_PER_ERROR)).toBeLessThan(20);
  expect(judgeByLabels(asked, own)).toBe(judgeByLabels(asked, own));
});

test.each([
  ["| Paris | 170 | 48 |\n| Berlin | 140 | 40 |", "good"],
  ["| Paris | 170 | 48 |", "damaged"],
  ["| Rome | 150 | 44 |", "ruined"],
])("an answer that the service computed is judged by the lines and figures it shows: %s", (content, form) => {
  const units = parseUnits(
    "@- So:\n\n@T Paris costs 170 {{Paris & 48}}.\n@T Berlin costs 140 {{Berlin & 40}}.",
    "a1",
  );
  expect(gradeComputed(units, content)).toBe(form);
});
