import { expect, test } from "vitest";
import { parseTables } from "../../../src/answering/tables/parse-tables.ts";
import { passage } from "../../support/assertions/quotes-of.ts";

const HEAD = "| Boat | Seats |\n| --- | --- |\n";

function namesIn(...texts: readonly string[]): readonly (readonly string[])[] {
  let start = 0;
  const passages = texts.map((text) => {
    const read = { ...passage(text), start };
    start += text.length;
    return read;
  });
  return parseTables(passages).map(({ rows }) => rows.map(({ cells }) => cells[0] ?? ""));
}

test("groups of rows with a repeated header are one table", () => {
  const [first, second] = [`${HEAD}| A | 9 |\n| B | 7 |\n`, `${HEAD}| C | 90 |\n| D | 1 |\n`];
  expect(namesIn(first, second)).toEqual([["A", "B", "C", "D"]]);
  expect(namesIn(`${first}\n${second}`)).toEqual([["A", "B", "C", "D"]]);
});

test("tables with other columns or with text in between are two tables", () => {
  const first = `${HEAD}| A | 9 |\n| B | 7 |\n`;
  expect(namesIn(first, "| Boat | Fare |\n| --- | --- |\n| C | 90 |\n| D | 1 |\n")).toEqual([
    ["A", "B"],
    ["C", "D"],
  ]);
  expect(namesIn(`${first}\nThese boats left the fleet in May.\n\n${HEAD}| C | 9 |\n| D | 1 |`)).toEqual([
    ["A", "B"],
    ["C", "D"],
  ]);
});

test("rows whose header stands in an earlier passage belong to its table", () => {
  const first = `${HEAD}| A | 9 |\n| B | 7 |\n`;
  const above = JSON.stringify({ headings: "", columns: { start: 0, text: "| Boat | Seats |" } });
  const later = { ...passage("| C | 90 |\n| D | 1 |"), start: first.length, above };
  const [table] = parseTables([passage(first), later]);
  expect(table?.rows.map(({ cells }) => cells)).toEqual([
    ["A", "9"],
    ["B", "7"],
    ["C", "90"],
    ["D", "1"],
  ]);
});

test("an escaped bar belongs to its cell", () => {
  const [table] = parseTables([passage(`${HEAD}| A \\| B | 9 |\n| C | 7 |`)]);
  expect(table?.rows[0]?.cells).toEqual(["A | B", "9"]);
});
