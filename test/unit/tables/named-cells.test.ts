import { expect, test } from "vitest";
import { namedCells, wordsOf } from "../../../src/answering/tables/named-cells.ts";
import { parseTables } from "../../../src/answering/tables/parse-tables.ts";
import { passage } from "../../support/assertions/quotes-of.ts";

const [TABLE] = parseTables([
  passage(
    "| No. | Task | Type | Place | Days |\n| --- | --- | --- | --- | --- |\n" +
      "| 101 | Paint the north stairwell | Linde | New Oxley | 4 |\n| 103 | Clear the cellar | Eiche | Oxley | 4 |\n" +
      "| 105 | Test the alarm | Linde | 江北 | 2 |\n| 107 | Order fire doors | City | Oxley | 1 |",
  ),
]);

function namesOf(question: string): readonly string[] {
  if (TABLE === undefined) return [];
  return namedCells(wordsOf(question), TABLE).map(
    ({ column, rows }) =>
      `${TABLE.columns[column]}: ${rows.map((row) => TABLE.rows[row]?.cells[0]).join(" ")}`,
  );
}

test("a question names all rows with the cell's text, also in another form of the word", () => {
  expect(namesOf("What is in Oxley?")).toEqual(["Place: 103 107"]);
  expect(namesOf("Wie viele Linden gibt es?")).toEqual(["Type: 101 105"]);
  expect(namesOf("江北有几个城市？")).toEqual(["Place: 105"]);
  expect(namesOf("What is in Oxford?")).toEqual([]);
});

test("the longest of overlapping cells counts", () => {
  expect(namesOf("What is in New Oxley?")).toEqual(["Place: 101"]);
});

test("a number names no cell", () => {
  expect(namesOf("Which tasks take 4 days?")).toEqual([]);
  expect(namesOf("When is 103?")).toEqual([]);
});
