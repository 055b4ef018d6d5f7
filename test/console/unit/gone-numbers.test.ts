import { expect, test } from "vitest";
import { goneNumbers } from "../../../console/src/thread/answer-text/gone-numbers.ts";

const cited = (...ordinals: readonly number[]) => ordinals.map((ordinal) => ({ ordinal }));

test.each([
  ["[deleted] [1]", cited(), [1]],
  ["It opened in 1871. [1] [deleted] [3] [2]", cited(1, 2), [3]],
  ["[deleted] [2] and [deleted] [2]", cited(), [2]],
  // A number in the words of a document is no source.
  ["As shown in [12], it opened. [1]", cited(1), []],
  ["[deleted] in 1871", cited(), []],
])("%j has the deleted sources of its text", (text, citations, numbers) => {
  expect(goneNumbers(text, citations)).toEqual(numbers);
});
