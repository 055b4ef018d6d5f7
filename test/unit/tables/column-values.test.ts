import { describe, expect, test } from "vitest";
import { columnValues, sumOfColumn } from "../../../src/answering/tables/column-values.ts";

const valuesOf = (...cells: readonly string[]) => columnValues(cells)?.values ?? null;

describe("the values of a column", () => {
  test.each([
    ["whole numbers", ["7", "-12", "0"], [7, -12, 0]],
    ["decimal points", ["4.50", "17", "1,200.25"], [4.5, 17, 1200.25]],
    ["decimal commas", ["18,5", "1.250,00", "9"], [18.5, 1250, 9]],
    ["commas between thousands", ["1,200", "90", "1,234,567"], [1200, 90, 1234567]],
    ["points between thousands", ["180", "890", "1.340"], [180, 890, 1340]],
    ["three decimal places", ["3.142", "2.718"], [3.142, 2.718]],
    ["spaces between thousands", ["12 500", "7 000"], [12500, 7000]],
    ["currencies", ["£6.50", "$18,900.00", "EUR 5"], [6.5, 18900, 5]],
    ["units", ["35 min", "12%", "3 km²"], [35, 12, 3]],
    ["times", ["06:40", "17:05", "00:00:30"], [24000, 61500, 30]],
    ["ISO dates", ["2025-11-20", "2024-02-01"], [20251120, 20240201]],
    ["day first", ["03/09/2018", "21/11/2022"], [20180903, 20221121]],
    ["month first", ["03/09/2018", "11/21/2022"], [20180309, 20221121]],
    ["unknown values", ["7", "n/a", "–", "9", "4", "3", "2", "1"], [7, null, null, 9, 4, 3, 2, 1]],
  ])("%s", (_, cells, expected) => {
    expect(valuesOf(...cells)).toEqual(expected);
  });

  test.each([
    ["words", ["Oslo", "Dublin"]],
    ["codes", ["F05", "F12"]],
    ["numbers among words", ["7", "Oslo", "Dublin"]],
    ["mostly empty cells", ["7", "", "", "9", ""]],
    ["one value", ["7"]],
    ["numbers of several forms", ["7", "9", "4", "about 3", "2"]],
    ["addresses", ["10.0.0.1", "10.0.0.2"]],
  ])("%s cannot be compared", (_, cells) => {
    expect(valuesOf(...cells)).toBeNull();
  });
});

test("a sum has the decimal mark and the places of its column", () => {
  const sum = (...cells: readonly string[]) => {
    const values = columnValues(cells);
    return values === null ? null : sumOfColumn(values, [...cells.keys()]);
  };
  expect(sum("18,5", "1.250,00")).toBe("1268,50");
  expect(sum("7", "n/a", "9")).toBe("");
  expect(sum("06:40", "17:05")).toBe("");
});
