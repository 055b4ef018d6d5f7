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
  test("include a missing, extra or wrong letter and two swapped letters", () => {
    const edits = editCandidates("bridge");
    expect(["bride", "bridgge", "bringe", "brigde"].map((each) => edits.has(each))).toEqual([true, true, true, true]);
    expect([edits.has("bridge"), edits.has("brie")]).toEqual([false, false]);
    expect(editCandidates("мост").has("мосты")).toBe(true);
  });

  test("are empty for words that are too short, too long or not alphabetic", () => {
    expect(["tea", "x".repeat(25), "b2b2", "琥珀色的", ""].map((each) => editCandidates(each).size)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("a prompt rewrite without a model", () => {
  test("keeps capitals", () => {
    const shouted = "WHERE IS THE FERYR?";
    expect(rewritePrompt(shouted, [], [word(shouted, "FERYR", "ferry")]).prompt).toBe("WHERE IS THE FERRY?");
    const first = "Feryr times, please";
    expect(rewritePrompt(first, [], [word(first, "Feryr", "ferry")]).prompt).toBe("Ferry times, please");
  });

  test("suggests the other spellings, at most five", () => {
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

  test("keeps a prompt that may be self-contained and suggests it with its context", () => {
    expect(rewritePrompt("Ticket price?", TALK, [])).toEqual({
      prompt: "Ticket price?",
      suggestions: ["When does the ferry leave? Ticket price?"],
    });
    expect(rewritePrompt("And on Sundays?", TALK, [])).toEqual({ prompt: "When does the ferry leave? And on Sundays?", suggestions: [] });
  });
});
