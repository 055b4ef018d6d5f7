import { expect, test } from "vitest";
import { rewritePrompt } from "../../src/answering/conversation/rewrite-prompt.ts";

const TALK = [{ question: "When does the ferry leave?", quote: "The ferry leaves at nine." }];

test("a fragment gets its context, and the original prompt as a suggestion", () => {
  expect(rewritePrompt("And on Sundays?", TALK)).toEqual({
    prompt: "When does the ferry leave? And on Sundays?",
    suggestions: ["And on Sundays?"],
  });
});

test("a prompt that may be complete stays unchanged, with its context as a suggestion", () => {
  expect(rewritePrompt("Ticket price?", TALK)).toEqual({
    prompt: "Ticket price?",
    suggestions: ["When does the ferry leave? Ticket price?"],
  });
});

test("small talk and a complete prompt stay unchanged without suggestions", () => {
  for (const prompt of ["Thanks!", "Where does the northern ferry to the island land?"])
    expect(rewritePrompt(prompt, TALK)).toEqual({ prompt, suggestions: [] });
});
