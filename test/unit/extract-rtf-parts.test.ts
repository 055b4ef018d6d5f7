import { describe, expect, test } from "vitest";
import type { ExtractedText } from "../../src/ingestion/extract/extracted-text.ts";
import { extractRtf } from "../../src/ingestion/extract/rtf/extract-rtf.ts";

const extracted = (body: string): ExtractedText =>
  extractRtf(new TextEncoder().encode(`{\\rtf1\\ansi ${body}}`));
const read = (body: string): string => extracted(body).text;

describe("a mark of an optional destination", () => {
  test("the optional-destination mark has no effect in the middle of a group", () =>
    expect(
      read(
        "\\pard{\\loch\\f0\\fs24\\i0\\b0\\*\\cs7\\cf0 The quick brown fox pays 41 crowns}\\par Plain line.\\par",
      ),
    ).toBe("The quick brown fox pays 41 crowns\n\nPlain line."));

  test("the optional-destination mark has no effect after text", () =>
    expect(read("{Fee \\*\\unknown 41} crowns\\par")).toBe("Fee 41 crowns"));

  test("the optional-destination mark skips an unknown group at its beginning", () =>
    expect(read("{\\*\\unknown hidden}{\\*\\listtable {\\list hidden}}shown\\par")).toBe("shown"));
});

describe("superscript and subscript numbers", () => {
  test.each([
    [
      "At least 10{\\super 6} cells, revenue 4,100{\\super 3} crowns.",
      "At least 10⁶ cells, revenue 4,100 [3] crowns.",
    ],
    ["H{\\sub 2}O", "H₂O"],
    ["10\\super 12\\nosupersub  of them", "10¹² of them"],
    ["5 m{\\up6 2} and 5 m{\\up0 2}", "5 m² and 5 m2"],
    ["x{\\dn4 1}", "x₁"],
    ["5 m\\super 2\\plain , said", "5 m², said"],
    ["10{\\super 1}{\\super 2}", "10¹²"],
  ])("%s is %s", (body, expected) => expect(read(`${body}\\par`)).toBe(expected));

  test("superscript and subscript numbers occur in notes and tables too", () => {
    expect(read("Area{\\footnote In 5 m{\\super 2}.}\\par")).toBe("Area\n\nNote: In 5 m².");
    expect(
      read("\\trowd\\intbl Port\\cell Area\\cell\\row\\intbl Marrow\\cell 5 m{\\super 2}\\cell\\row\\pard"),
    ).toContain("| Marrow | 5 m² |");
  });
});

test("a table repeats a value that spans rows in each row", () => {
  const row = (merge: string, ...cells: string[]): string =>
    `\\trowd${merge}\\cellx1000\\cellx2000\\intbl ${cells.map((cell) => `${cell}\\cell `).join("")}\\row `;
  const rows = [
    row("", "Region", "Port"),
    row("\\clvmgf", "North", "Marrow"),
    row("\\clvmrg", "", "Skerry"),
    row("", "South", "Lyde"),
  ];
  expect(read(`${rows.join("")}\\pard`)).toBe(
    "| Region | Port |\n| --- | --- |\n| North | Marrow |\n| North | Skerry |\n| South | Lyde |",
  );
});

test("the note counts unread embedded files and comments", () => {
  const { text, note } = extracted("Text{\\*\\annotation Is it?}{\\object{\\*\\objdata 0105}}.\\par");
  expect(text).toBe("Text.");
  expect(note).toBe("1 embedded file was not read. 1 comment was not read.");
});
