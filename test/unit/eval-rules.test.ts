import { expect, test } from "vitest";
import { countCode, countRules } from "../../tools/eval/rules/count-rules.ts";

test("the count of rules leaves out comments and blank lines, and finds each regular expression", () => {
  const source = `/**
 * A rule with a pattern like /a/.
 */
const WORD = /\\p{L}+/u; // Not "new RegExp(x)".

const other = new RegExp("a" + WORD.source); /* a
b */
const text = "/no/ pattern // and no comment";
`;
  expect(countCode(source)).toEqual({ lines: 3, expressions: 2 });
});

test("the count of rules covers each subject", () => {
  for (const { subject, files, lines } of countRules())
    expect([subject, files > 0 && lines > 0]).toEqual([subject, true]);
});
