/** Folding of texts and its map: the way from words of the stored text to words on a page. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, foldText } from "../../../console/src/reader/find-words/fold.ts";

/** Text as pages have it: letters of several scripts, ligatures, marks, hyphens and white space. */
const pageText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 6 }),
      fc.constantFrom(
        "ﬁ",
        "ﬃ",
        "é",
        "é",
        "-\n",
        "\u00ad",
        "\u2010",
        " ",
        "\u00a0",
        "Ⅷ",
        "½",
        "漢",
        "😀",
        "İ",
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("folding", () => {
  test("ignores white space, hyphens, case, ligatures and the composition of marks", () => {
    expect(foldText("Other matrices in-\nclude")).toBe("othermatricesinclude");
    expect(foldText("e\ufb03cient")).toBe(foldText("Ef\u00adfi cient"));
    expect(foldText("caf\u00e9")).toBe(foldText("cafe\u0301"));
    expect(foldText("5–6")).not.toBe(foldText("56"));
  });

  test("equals the fold of each code point", () => {
    fc.assert(
      fc.property(pageText, (text) => {
        expect(fold(text).text).toBe(Array.from(text, foldText).join(""));
      }),
    );
  });

  test("is the same for two texts, joined before or after", () => {
    fc.assert(
      fc.property(pageText, pageText, (one, other) => {
        fc.pre(!/[\ud800-\udbff]$/.test(one));
        expect(foldText(one + other)).toBe(foldText(one) + foldText(other));
      }),
    );
  });

  test("maps every code unit to a code point that folds to it", () => {
    fc.assert(
      fc.property(pageText, (text) => {
        const { text: folded, starts, ends } = fold(text);
        expect(starts).toHaveLength(folded.length);
        for (let at = 0; at < folded.length; at += 1) {
          const character = text.slice(starts[at], ends[at]);
          expect(Array.from(character)).toHaveLength(1);
          expect(foldText(character)).toContain(folded[at]);
          expect(starts[at]).toBeGreaterThanOrEqual(starts[Math.max(0, at - 1)] ?? 0);
        }
      }),
    );
  });
});
