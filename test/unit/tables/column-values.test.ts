import { describe, expect, test } from "vitest";
import { columnValues, decimalMarkOf } from "../../../src/answering/tables/column-values.ts";

const valuesOf = (...cells: readonly string[]) => {
  const found = columnValues(cells, decimalMarkOf(cells) ?? ".");
  return found === null ? null : [found.kind, ...found.values];
};

describe("the values of a column", () => {
  test.each([
    ["whole numbers", ["7", "-12", "0"], ["number", 7, -12, 0]],
    ["decimal points", ["4.50", "17", "1,200.25"], ["number", 4.5, 17, 1200.25]],
    ["decimal commas", ["18,5", "1.250,00", "9"], ["number", 18.5, 1250, 9]],
    ["commas between thousands", ["1,200", "90", "1,234,567"], ["number", 1200, 90, 1234567]],
    ["points between thousands", ["180", "890", "1.340"], ["number", 180, 890, 1340]],
    ["three decimal places", ["3.142", "2.718"], ["number", 3.142, 2.718]],
    ["spaces between thousands", ["12 500", "7 000"], ["number", 12500, 7000]],
    ["currencies", ["£6.50", "$18,900.00", "EUR 5"], ["number", 6.5, 18900, 5]],
    ["units", ["35 min", "12%", "3 km²"], ["number", 35, 12, 3]],
    ["times", ["06:40", "17:05", "00:00:30"], ["time", 24000, 61500, 30]],
    ["ISO dates", ["2025-11-20", "2024-02-01"], ["date", 20251120, 20240201]],
    ["day first", ["03/09/2018", "21/11/2022"], ["date", 20180903, 20221121]],
    ["month first", ["03/09/2018", "11/21/2022"], ["date", 20180309, 20221121]],
    ["names of months", ["3 Nov 2025", "May 14, 2024"], ["date", 20251103, 20240514]],
    ["names of months in German", ["3. März 2025", "14. Mai 2024"], ["date", 20250303, 20240514]],
    ["names of months in Russian", ["3 марта 2025", "14 мая 2024"], ["date", 20250303, 20240514]],
    ["unknown values", ["7", "n/a", "–", "9", "4", "3", "2", "1"], ["number", 7, null, null, 9, 4, 3, 2, 1]],
  ])("%s", (_, cells, expected) => {
    expect(valuesOf(...cells)).toEqual(expected);
  });

  test.each([
    ["words", ["Oslo", "Dublin"]],
    ["codes", ["F05", "F12"]],
    ["numbers among words", ["7", "Oslo", "Dublin"]],
    ["mostly empty cells", ["7", "", "", "9", ""]],
    ["one value", ["7"]],
  ])("%s cannot be compared", (_, cells) => {
    expect(valuesOf(...cells)).toBeNull();
  });
});
