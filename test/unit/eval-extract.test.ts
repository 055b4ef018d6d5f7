import { describe, expect, test } from "vitest";
import { measureFile } from "../../tools/eval/extract/measure-file.ts";
import { pairsOf, recovered, standing, wordsOf } from "../../tools/eval/extract/words.ts";

const page = (number: number) => ({ kind: "page", page: number }) as const;

function read(text: string, passages: readonly (readonly [number, number, number])[]) {
  const places = passages.map(([start, end, number]) => ({ start, end, runs: [[0, page(number)] as const] }));
  return { kind: "read", text, characters: text.length, passages: places, ms: 1 } as const;
}

describe("figures of the extraction", () => {
  test("the figures count words in one spelling, and unspaced scripts by characters", () => {
    expect(wordsOf("The \ufb01rst co\u00adlumn, 12.5 %")).toEqual(["the", "first", "column", "12", "5"]);
    expect(wordsOf("茶馆 opens 8時")).toEqual(["茶", "馆", "opens", "8", "時"]);
  });

  test("the figures find each word at most as often as it occurs", () => {
    expect(recovered(["a", "b", "a", "c"], ["c", "a", "x"])).toEqual({ found: 2, all: 4 });
    expect(pairsOf(["a", "b", "c"])).toEqual(["a b", "b c"]);
  });

  test("a changed order costs pairs, and missing text also costs words", () => {
    const { words, pairs } = measureFile(read("three four one two", [[0, 18, 1]]), {
      text: "one two three four five",
      places: null,
    });
    expect(words).toEqual({ found: 4, all: 5 });
    expect(pairs).toEqual({ found: 2, all: 4 });
  });

  test("up to twelve words of names may separate two units, which keep their order", () => {
    const pairs = (text: string) =>
      measureFile(read(text, []), { text: "red\n\nblue sky", places: null, isOfUnits: true }).pairs;
    expect(pairs("colour: red, of what: blue sky")).toEqual({ found: 2, all: 2 });
    expect(pairs("colour: blue sky, colour: red")).toEqual({ found: 1, all: 2 });
    expect(pairs("red colour blue colour sky")).toEqual({ found: 1, all: 2 });
    expect(pairs(`red ${"x ".repeat(12)}blue sky`)).toEqual({ found: 2, all: 2 });
    expect(pairs(`red ${"x ".repeat(13)}blue sky`)).toEqual({ found: 1, all: 2 });
  });

  test("the text of a drawing counts as often as it occurs in the file", () => {
    expect(standing("Fares 8 6\n4 Adults\n8\nAdults", ["fares", "adults", "8", "children"])).toBe(
      "fares 8\nadults",
    );
  });

  test("offsets that omit a word, overlap or exceed the text are wrong", () => {
    const offsets = (...passages: (readonly [number, number, number])[]) =>
      measureFile(read("one two three", passages), { text: "", places: null }).offsets;
    expect(offsets([0, 7, 1], [8, 13, 1])).toEqual({ found: 2, all: 2 });
    expect(offsets([0, 3, 1], [8, 13, 1])).toEqual({ found: 1, all: 2 });
    expect(offsets([0, 7, 1], [4, 13, 1])).toEqual({ found: 1, all: 2 });
    expect(offsets([0, 7, 1], [8, 14, 1])).toEqual({ found: 1, all: 2 });
    expect(offsets([0, 7, 1])).toEqual({ found: 0, all: 1 });
  });

  test("a position is right if the other reader finds its words there", () => {
    const places = { "page:1": "one two", "page:2": "three four" };
    const found = (second: number) =>
      measureFile(read("one two three four", [[0, 7, 1], [8, 18, second]]), { text: "", places }).locators; // prettier-ignore
    expect(found(2)).toEqual({ found: 2, all: 2 });
    expect(found(1)).toEqual({ found: 1, all: 2 });
  });

  test("lines continue within a passage", () => {
    const at = [[0, { kind: "line", line: 3 }]] as const;
    const passage = {
      kind: "read",
      text: "one two\nthree four",
      characters: 18,
      passages: [{ start: 0, end: 18, runs: at }],
      ms: 1,
    } as const;
    const places = { "line:3": "one two", "line:4": "three four" };
    expect(measureFile(passage, { text: "", places }).locators).toEqual({ found: 2, all: 2 });
    expect(measureFile(passage, { text: "", places: { ...places, "line:4": "five six" } }).locators).toEqual({
      found: 1,
      all: 2,
    });
  });
});
