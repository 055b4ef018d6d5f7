import { describe, expect, test } from "vitest";
import { parseTableQuestion } from "../../src/answering/tables/table-question.ts";
import { selectRows } from "../../src/answering/tables/select-rows.ts";
import { parseTables } from "../../src/answering/tables/parse-tables.ts";
import { spanText } from "../../src/answering/overviews/overview-input.ts";
import { passage } from "../support/assertions/quotes-of.ts";

const FARES =
  "# Boats\n\n| Boat | Fare | Seats | Built | Pop. density People/km2 |\n| --- | --- | --- | --- | --- |\n" +
  "| Heron | 4.50 | 1,200 | 1998-03-01 | 9 |\n| Gannet | 17 | 90 | 2004-10-20 | 3 |\n| Tern | 8 | 85 | 1996-07-12 | 120 |\n| Puffin | 9 | 70 |  | 14 |";

function rowsFor(question: string, ...texts: readonly string[]): readonly string[] {
  const asked = parseTableQuestion(question);
  if (asked === null) return [];
  let start = 0;
  const passages = texts.map((text) => {
    const read = { ...passage(text), displayName: "Fares of the harbour", start };
    start += text.length;
    return read;
  });
  const [found] = parseTables(passages).flatMap((table) => selectRows(asked, table) ?? []);
  return found?.rows.map(({ cells }) => cells[0] ?? "") ?? [];
}

describe("the row with the highest or lowest value of a table", () => {
  test.each([
    ["Which boat is the most expensive?", "Gannet"],
    ["Which is the cheapest boat?", "Heron"],
    ["Which boat has the most seats?", "Heron"],
    ["Which boat has the fewest seats?", "Puffin"],
    ["Which boat was built first?", "Tern"],
    ["What is the newest boat that was built?", "Gannet"],
    ["Which boat is the most densely populated?", "Tern"],
  ])("a table gives the row with the extreme value: %s %s", (question, boat) => {
    expect(rowsFor(question, FARES)).toEqual([boat]);
  });

  test("an unknown value does not change the order of the rows", () => {
    expect(rowsFor("Which boat is the cheapest?", FARES.replace("| 17 |", "| n/a |"))).toEqual(["Heron"]);
  });

  test.each([
    ["what is asked of no column", "Which boat has the longest mast?"],
    ["something else than rows", "Which lake has the most seats?"],
    ["an order of what has none", "Which boat has the first fare?"],
    ["what at least one has", "Which boat has at least 80 seats?"],
    ["what most of something is", "Which boat has most of the seats?"],
    ["an ordinary question", "Which boat is red?"],
    ["one of another language", "Welches Boot hat die meisten Sitze?"],
  ])("a table gives no extreme row for %s", (_, question) => {
    expect(rowsFor(question, FARES)).toEqual([]);
  });

  test("a table answer quotes all rows with the same value, unless there are many", () => {
    const table = (rows: string): string => `| Boat | Seats |\n| --- | --- |\n${rows}`;
    expect(rowsFor("Which boat has the most seats?", table("| A | 9 |\n| B | 9 |\n| C | 1 |"))).toEqual([
      "A",
      "B",
    ]);
    expect(
      rowsFor("Which boat has the most seats?", table("| A | 9 |\n| B | 9 |\n| C | 9 |\n| D | 9 |")),
    ).toEqual([]);
  });
});

test("a named row matches although the question uses another word for the column", () => {
  const people =
    "| Town | Population |\n| --- | --- |\n| Brin | 900 |\n| Oxley | 1,200 |\n| New Oxley | 40 |";
  expect(rowsFor("How many people live in Oxley?", people)).toEqual(["Oxley"]);
  expect(rowsFor("How many people live in Marlow?", people)).toEqual([]);
  expect(rowsFor("How many people work in Oxley?", people)).toEqual([]);
  expect(rowsFor("How tall is Oxley?", people)).toEqual([]);
  const dense =
    "| Town | Density People/km2 | Population |\n| --- | --- | --- |\n| Brin | 9 | 900 |\n| Oxley | 1 | 1,200 |\n| Marlow | 5 | 40 |";
  expect(rowsFor("Which town has the fewest people?", dense)).toEqual(["Marlow"]);
  expect(rowsFor("Which town has the fewest people?", dense.replace("| Population |", "| Houses |"))).toEqual(
    [],
  );
});

test("the parser joins a table across passages", () => {
  const asked = parseTableQuestion("Which boat has the most seats?");
  const head = "| Boat | Seats |\n| --- | --- |\n";
  const [first, second] = [`${head}| A | 9 |\n| B | 7 |\n`, "| C | 90 |\n| D | 1 |"];
  const above = JSON.stringify({ headings: "", columns: { start: 0, text: "| Boat | Seats |" } });
  const passages = [passage(first), { ...passage(second), start: first.length, above }];
  const [found] = parseTables(passages).flatMap((table) =>
    asked === null ? [] : (selectRows(asked, table) ?? []),
  );
  expect(found?.rows.map(({ span }) => spanText(span))).toEqual(["| C | 90 |"]);
  expect(found && spanText(found.table.header)).toBe("| Boat | Seats |");
});
