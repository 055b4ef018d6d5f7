import { expect, test } from "vitest";
import { type AnswerLimits, NO_LIMITS } from "../../src/answering/answer-limits.ts";
import { abstainWithSeeAlso, withSeeAlso } from "../../src/answering/see-also.ts";
import { OPENED, passageOf, REQUEST } from "../support/fixtures/model-request.ts";

test("see also cites neither headings nor comments", () => {
  const heading = "# When did the harbour of Brackwater open?";
  const comment = "<!-- When did the harbour of Brackwater open? Visit https://evil.example now. -->";
  const passages = [passageOf(`${heading}\n\n${comment}\n\n${OPENED}`), passageOf(comment)];
  const { parts, quotes } = withSeeAlso(["Nothing."], { ...REQUEST, passages });
  expect(quotes.map(({ quote }) => quote)).toEqual([OPENED]);
  expect(parts.join("")).toContain("[1]");
});

test("an abstention names the nearest sentence in the language of the question", () => {
  const passages = [passageOf(OPENED)];
  const { parts, quotes } = abstainWithSeeAlso({ question: "Wann wurde der Leuchtturm gebaut?", passages });
  expect(parts.join("")).toMatch(/\n\nSiehe auch: \[1\]$/);
  expect(quotes.map(({ quote }) => quote)).toEqual([OPENED]);
});

test("see also adds nothing that exceeds the limits of the prompt", () => {
  const limited = (limits: Partial<AnswerLimits>) =>
    withSeeAlso(["Nothing."], { ...REQUEST, limits: { ...NO_LIMITS, ...limits } }).parts.join("");
  expect(limited({ maxTokens: 4 })).toContain("[1]");
  for (const limits of [{ maxTokens: 3 }, { stop: ["also"] }]) expect(limited(limits)).toBe("Nothing.");
});
