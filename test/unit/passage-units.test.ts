import { describe, expect, test } from "vitest";
import { serializeHeadingContext } from "../../src/domain/heading-context.ts";
import { passageUnits } from "../../src/knowledge-index/vectors/passage-units.ts";

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Sentence ${at + 1} is here.`).join(" ");

describe("the units of a passage", () => {
  test("the units of a passage are its sentences, and windows of three sentences in steps of two", () => {
    const { sentences, windows } = passageUnits(numbered(6), null);
    expect(sentences).toHaveLength(6);
    expect(windows).toEqual([
      "Sentence 1 is here. Sentence 2 is here. Sentence 3 is here.",
      "Sentence 3 is here. Sentence 4 is here. Sentence 5 is here.",
      "Sentence 5 is here. Sentence 6 is here.",
    ]);
  });

  test.each([
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 2],
    [5, 2],
    [90, 32],
  ])("the units of a passage of %i sentences have %i windows", (sentences, windows) => {
    expect(passageUnits(numbered(sentences), null).windows).toHaveLength(windows);
  });

  test("the units of a table pair each cell with its column, and leave the rule below the header empty", () => {
    const table = "| Boat | Price |\n| --- | --- |\n| Heron | 35 |\n| Tern |  |";
    const { sentences, windows } = passageUnits(table, null);
    expect(sentences).toEqual(["Boat, Price", "", "Boat: Heron, Price: 35", "Boat: Tern"]);
    expect(windows).toEqual(["Boat, Price Boat: Heron, Price: 35", "Boat: Heron, Price: 35 Boat: Tern"]);
  });

  test("the units of a contents page are empty, those of a price list are not", () => {
    const lines = (pages: readonly number[]): string =>
      pages.map((page, at) => `${at + 1} Chapter of boats ........ ${page}`).join("\n");
    expect(passageUnits(lines([1, 4, 4, 9, 12]), null).sentences.join("")).toBe("");
    expect(passageUnits(lines([1, 4, 4, 9, 12]), null).windows).toEqual([]);
    expect(passageUnits(lines([30, 4, 35, 9, 12]), null).sentences[0]).toContain("Chapter of boats");
    expect(passageUnits(`${lines([1, 2])}\n\n${numbered(4)}`, null).windows).not.toEqual([]);
  });

  test("the units of a table that continues use the header of the earlier passage", () => {
    const context = serializeHeadingContext({
      headings: "Prices",
      columns: { start: 3, text: "| Boat | Price |" },
    });
    expect(passageUnits("| Heron | 35 |\n\nPrices are per day.", context).sentences).toEqual([
      "Boat: Heron, Price: 35",
      "Prices are per day.",
    ]);
  });
});
