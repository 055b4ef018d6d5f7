import { describe, expect, test } from "vitest";
import { rewritePrompt } from "../../src/answering/conversation/rewrite-prompt.ts";
import type { SpellingCorrection } from "../../src/answering/conversation/spelling-correction.ts";
import { editCandidates } from "../../src/text/edit-candidates.ts";

const TALK = [{ question: "When does the ferry leave?", quote: "The ferry leaves at nine." }];

function word(prompt: string, surface: string, ...spellings: string[]): SpellingCorrection {
  const start = prompt.indexOf(surface);
  return { surface, start, end: start + surface.length, spellings };
}

describe("spelling candidates of a word", () => {
  test("spelling candidates include a missing, extra or wrong letter and two swapped letters", () => {
    const edits = editCandidates("bridge");
    expect(["bride", "bridgge", "bringe", "brigde"].map((each) => edits.has(each))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([edits.has("bridge"), edits.has("brie")]).toEqual([false, false]);
    expect(editCandidates("мост").has("мосты")).toBe(true);
  });

  test("a word that is too short, too long or not alphabetic has no spelling candidates", () => {
    expect(["tea", "x".repeat(25), "b2b2", "琥珀色的", ""].map((each) => editCandidates(each).size)).toEqual([
      0, 0, 0, 0, 0,
    ]);
  });
});

describe("a prompt rewrite without a model", () => {
  test("a prompt rewrite keeps capitals", () => {
    const shouted = "WHERE IS THE FERYR?";
    expect(rewritePrompt(shouted, [], [word(shouted, "FERYR", "ferry")]).prompt).toBe("WHERE IS THE FERRY?");
    const first = "Feryr times, please";
    expect(rewritePrompt(first, [], [word(first, "Feryr", "ferry")]).prompt).toBe("Ferry times, please");
  });

  test("a prompt rewrite suggests at most five other spellings", () => {
    const prompt = "a feryr from the hrabour and the peir";
    const words = [
      word(prompt, "feryr", "ferry", "fern", "fairy"),
      word(prompt, "hrabour", "harbour", "arbour"),
      word(prompt, "peir", "pier", "peer", "pear"),
    ];
    const { prompt: mended, suggestions } = rewritePrompt(prompt, [], words);
    expect(mended).toBe("a ferry from the harbour and the pier");
    expect(suggestions).toEqual([
      "a fern from the harbour and the pier",
      "a fairy from the harbour and the pier",
      "a ferry from the arbour and the pier",
      "a ferry from the harbour and the peer",
      "a ferry from the harbour and the pear",
    ]);
  });

  test("a prompt that may be self-contained stays unchanged, with its context as a suggestion", () => {
    expect(rewritePrompt("Ticket price?", TALK, [])).toEqual({
      prompt: "Ticket price?",
      suggestions: ["When does the ferry leave? Ticket price?"],
    });
    expect(rewritePrompt("And on Sundays?", TALK, [])).toEqual({
      prompt: "When does the ferry leave? And on Sundays?",
      suggestions: [],
    });
  });
});
