import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countTextTokens } from "../../src/text/count-text-tokens.ts";
import { keywordsOf } from "../../src/ingestion/summary/keywords-of.ts";
import { summarizeText } from "../../src/ingestion/summary/summarize-text.ts";

const OTTERS = `The sea otter is a marine mammal native to the coasts of the northern Pacific Ocean. Adult sea otters are the heaviest members
of the weasel family. Unlike most marine mammals, the sea otter has no layer of blubber. Its dense fur keeps the sea otter warm.

The weather was fine on that day.

Sea otters live in kelp forests along the Pacific Ocean. They eat sea urchins, which would otherwise destroy the kelp forests. Where hunters
killed the sea otters, sea urchins multiplied and the kelp forests vanished. In Alaska the hunt ended in 1911.

1. Fur . . . . . . . . 3`;

describe("keywords", () => {
  test("keywords are the recurring phrases of a text, in its spelling", () => {
    const keywords = keywordsOf(OTTERS, "The sea otter");
    expect(keywords.slice(0, 3)).toContain("sea otter");
    expect(keywords).toContain("kelp forests");
    expect(keywords).toContain("Pacific Ocean");
    expect(keywords).not.toContain("weather");
  });

  test("keywords are in lower case, except names", () => {
    const keywords = keywordsOf(
      "Baking is an art. Good baking takes time, and Paris knows baking. In Paris they sell NATO bread. The NATO likes it.",
      "",
      20,
    );
    expect(keywords).toContain("baking");
    expect(keywords).toContain("Paris");
    expect(keywords.join(" ")).toContain("NATO");
  });

  test("keywords neither repeat nor contain each other, and contain no function words", () => {
    const words = keywordsOf(OTTERS.repeat(3), "", 30).map((keyword) => keyword.toLowerCase().split(" "));
    for (const [at, keyword] of words.entries()) {
      expect(keyword).not.toContain("the");
      for (const other of words.slice(at + 1))
        expect(keyword.every((word) => other.includes(word))).toBe(false);
    }
  });

  test("keywords of a script without spaces are dictionary words", () => {
    expect(
      keywordsOf("故宫位于北京的中心。北京的人口超过两千万。每年有很多游客参观北京的故宫。", ""),
    ).toEqual(expect.arrayContaining(["北京", "故宫"]));
  });

  test("keywords respect the maximum, and a text without words has none", () => {
    expect(keywordsOf(OTTERS, "", 3)).toHaveLength(3);
    expect(keywordsOf("", "")).toEqual([]);
    expect(keywordsOf("1 + 2 = 3 …", "—")).toEqual([]);
  });

  test("keywords come from the title too", () => {
    expect(keywordsOf("It is what it is, and so it was.", "Thermodynamics")).toContain(
      "Thermodynamics".toLowerCase(),
    );
  });
});

describe("a summary", () => {
  test("a summary consists of whole sentences in text order", () => {
    const summary = summarizeText(OTTERS, 300);
    const sentences = summary.split(/(?<=\.) /);
    const flat = OTTERS.replace(/\s+/g, " ");
    const places = sentences.map((sentence) => flat.indexOf(sentence));
    expect(sentences.length).toBeGreaterThan(1);
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test("a summary keeps text order if the best sentence comes late", () => {
    const opening = "Some otters in Alaska sleep in beds of kelp.";
    const best =
      "Otters in Alaska eat urchins, crabs and clams near the beds of kelp, where divers of many countries have counted them.";
    const middle = [
      "Urchins and crabs hide in the kelp from otters.",
      "Divers of many countries have counted clams near Alaska.",
    ];
    expect(summarizeText([opening, ...middle, best].join(" "), opening.length + best.length + 1)).toBe(
      `${opening} ${best}`,
    );
  });

  test("a summary states the subject, without asides and tables of contents", () => {
    expect(summarizeText(OTTERS, 200)).toContain("sea otter");
    expect(summarizeText(OTTERS, 420)).not.toContain("weather");
    expect(summarizeText(OTTERS, 5000)).not.toContain(". . .");
  });

  test("a summary does not repeat a sentence", () => {
    const sentence = "Otters live in rivers and along coasts of the north.";
    expect(summarizeText(`${sentence} ${sentence} ${sentence}`)).toBe(sentence);
  });

  test("the summary of a text without a fitting sentence is the beginning of that text", () => {
    expect(summarizeText("apples, pears and plums")).toBe("apples, pears and plums");
    expect(summarizeText("alpha beta gamma delta", 15)).toBe("alpha beta…");
    expect(summarizeText("  ")).toBe("");
  });

  test("a summary respects the limit and splits no character", () => {
    const unit = fc.constantFrom(
      "Some otters eat fish at night. ",
      "word ",
      "😀",
      "\n\n",
      "日本語の文です。",
      ". ",
      "# ",
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 80 }), fc.integer({ min: 10, max: 400 }), (units, most) => {
        const summary = summarizeText(units.join(""), most);
        expect(summary.length).toBeLessThanOrEqual(most);
        expect(summary.isWellFormed()).toBe(true);
      }),
    );
  });
});

test("text tokens are words, punctuation marks, and characters of scripts without spaces", () => {
  expect(countTextTokens("Otters don't swim, do they?")).toBe(9);
  expect(countTextTokens("日本 2024")).toBe(3);
  expect(countTextTokens(" \n")).toBe(0);
  expect(countTextTokens("a".repeat(3_000_000))).toBe(30_000);
});
