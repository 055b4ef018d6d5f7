/** Finding cited words on a page: exactly these words, at the cited place, or none. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findWords } from "../../../console/src/reader/find-words/find-words.ts";
import { fold, foldText } from "../../../console/src/reader/find-words/fold.ts";
import { splitWords } from "../../../console/src/reader/find-words/split-words.ts";

const NOWHERE = { before: "", after: "" };

function found(page: string, quote: string, around = NOWHERE): string | null {
  const span = findWords(fold(page), { quote, ...around });
  return span === null ? null : page.slice(span.start, span.end);
}

describe("words on a page", () => {
  test("are found over a line end that splits a word", () => {
    expect(found("Other matrices in-\nclude a series.", "matrices include a series")).toBe(
      "matrices in-\nclude a series",
    );
  });

  test("are not found if one letter differs", () => {
    expect(found("The fee is 40 euros.", "The fee is 45 euros.")).toBeNull();
  });

  test("are never half of a ligature", () => {
    expect(found("the \ufb01rst", "irst")).toBeNull();
    expect(found("the \ufb01rst", "first")).toBe("\ufb01rst");
  });

  test("are found at the place whose surroundings agree", () => {
    const page = "In May: closed. In June: closed. In July: closed.";
    const span = findWords(fold(page), {
      quote: "closed.",
      before: "In May: closed. In June: ",
      after: " In July:",
    });
    expect(span?.start).toBe(page.indexOf("closed.", 20));
  });

  test("are not marked if two places agree equally well", () => {
    expect(found("closed; closed;", "closed")).toBeNull();
  });

  test("equal the quote, folded, wherever they are found", () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 60 }), fc.nat(), fc.nat(), (page, from, length) => {
        const start = from % page.length;
        const quote = page.slice(start, start + 1 + (length % 80));
        const around = { before: page.slice(0, start), after: page.slice(start + quote.length) };
        const marked = found(page.replaceAll(" ", "\n"), quote, around);
        if (foldText(quote) === "") return expect(marked).toBeNull();
        if (marked !== null) expect(foldText(marked)).toBe(foldText(quote));
      }),
    );
  });
});

describe("words over a page's end", () => {
  test("are marked on both pages", () => {
    const pages = [
      "Header 7. The goods are handed over at",
      "8 of 20 the Buyer's gate. Then the risk passes.",
    ];
    const [one, other] = pages.map(fold);
    const halves = splitWords(one!, other!, "The goods are handed over at the Buyer's gate.");
    expect(halves?.map(({ start, end }, at) => pages[at]?.slice(start, end))).toEqual([
      "The goods are handed over at",
      "the Buyer's gate.",
    ]);
  });

  test("are not marked if the rest is not on the next page", () => {
    const halves = splitWords(
      fold("The goods are handed over at"),
      fold("another page"),
      "The goods are handed over at the gate.",
    );
    expect(halves).toBeNull();
  });
});
