import { describe, expect, test } from "vitest";
import { extractDelimited } from "../../src/ingestion/extract/table/extract-delimited.ts";

const read = (text: string): string => extractDelimited(text).text;
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at + 1)}\n`).join("");

describe("commas within cells do not split them", () => {
  test("semicolons separate cells with decimal commas", () => {
    const text = read(`Zeit;Temp;Druck\n${lines(59, (at) => `${at},1;2${at % 7},7;${1000 + at},3`)}`);
    expect(text).toContain("| Zeit | Temp | Druck |\n| --- | --- | --- |\n| 1,1 | 21,7 | 1001,3 |\n");
    expect(text).toContain("\n| 59,1 | 23,7 | 1059,3 |\n");
  });

  test("semicolons separate names with commas and amounts", () => {
    const text = read(
      `Name;Betrag;Satz\n${lines(30, (at) => `Müller, Anna${at};1.234,5${at % 10};12,${at % 10}`)}`,
    );
    expect(text).toContain("| Müller, Anna3 | 1.234,53 | 12,3 |\n");
  });

  test("semicolons separate cells with decimal commas without a header, and below a title", () => {
    expect(read("1,5;2,25;3,125\n4,5;5,25;6,125\n")).toBe("| 1,5 | 2,25 | 3,125 |\n| 4,5 | 5,25 | 6,125 |\n");
    const titled = read(`Messung\nZeit;Druck\n${lines(20, (at) => `${at},5;1${at},25`)}`);
    expect(titled).toContain("Messung\n\n| Zeit | Druck |\n| --- | --- |\n| 1,5 | 11,25 |\n");
  });

  test("tabs separate cells with grouped thousands", () =>
    expect(read("Port\tShips\tTons\nMarrow\t1,204\t3,400,112\nSkerry\t2,117\t4,511,900\n")).toContain(
      "| Marrow | 1,204 | 3,400,112 |\n",
    ));

  test("commas separate cells if one of the cells is a list with semicolons", () => {
    const text = read(`id,tags,value\n${lines(20, (at) => `${at},red;blue,${at * 3}`)}`);
    expect(text).toContain("| id | tags | value |\n| --- | --- | --- |\n| 1 | red;blue | 3 |\n");
    expect(read("1,red;blue\n2,red;green\n3,white;green\n")).toContain("| 1 | red;blue |\n");
  });
});

describe("a header that looks like numbers repeats above each group of rows", () => {
  const timesNamed = (header: string, row: (at: number) => string): number => {
    const text = read(`${header}\n${lines(120, row)}`);
    expect(text.startsWith(`| ${header.split(",").join(" | ")} |\n| ---`)).toBe(true);
    return text.split(`| ${header.split(",").join(" | ")} |\n| ---`).length - 1;
  };

  test.each([
    ["months", "Region,2024-01,2024-02,2024-03"],
    ["quarters", "Harbour,1Q24,2Q24,3Q24"],
    ["signs", "Port,% change,$ total,# ships"],
    ["business years", "Port,2023/24,2024/25,2025/26"],
    ["ages", "Port,0-9,10-19,20+"],
    ["days of a month", "Port,1,2,3"],
    ["years", "Port,2023,2024,2025"],
  ])("a header with %s repeats above each group of rows", (_, header) =>
    expect(
      timesNamed(header, (at) => `Harbour number ${at},${at * 11},${at * 12},${at * 13}`),
    ).toBeGreaterThan(2),
  );

  test.each([
    ["dates", "Marrow,2026-01-01,5\nSkerry,2026-01-02,7\n"],
    ["days alone", "Marrow,2026-01-01\nSkerry,2026-01-02\n"],
    ["numbers", "Marrow,12,14\nSkerry,15,19\n"],
    ["sums", "Marrow,$12.50\nSkerry,$19.00\n"],
    ["counts from one in each row", "Marrow,1,2,3\nSkerry,1,2,3\n"],
    ["codes", "Marrow,4A12\nSkerry,5B77\n"],
    ["floors among other words", "Marrow,3rd floor\nSkerry,ground floor\n"],
  ])("a first row of a name and %s is a data row", (_, text) => expect(read(text)).not.toContain("---"));
});
