import { expect, test } from "vitest";
import { kindsTable } from "../../tools/eval/extract/kinds-table.ts";
import type { SuiteResult } from "../../tools/eval/suites/measure-suite.ts";
import { sampled } from "../../tools/eval/suites/suite-files.ts";
import { SUITE_FORMATS, SUITES } from "../../tools/eval/suites/suites.ts";
import { isSilentLoss, suitesTable } from "../../tools/eval/suites/suites-table.ts";

const result = (change: Partial<SuiteResult>): SuiteResult => ({
  suite: "docling",
  format: "pdf",
  file: "a.pdf",
  words: 1,
  pairs: 1,
  isRead: true,
  message: "",
  ms: 1,
  ...change,
});

test("every suite has a pinned commit, and its formats have a reader of another project", () => {
  for (const { commit, repository } of SUITES)
    expect({ commit, repository }).toEqual({
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      repository: expect.stringMatching(/^[\w.-]+\/[\w.-]+$/),
    });
  expect(new Set(SUITES.map(({ name }) => name)).size).toBe(SUITES.length);
  expect(SUITE_FORMATS.find(({ endings }) => endings.test("a/B.XLSX"))?.reader).toBe("sheets-as-shown");
});

test("a sample alternates formats in an order that depends on the names", () => {
  const [pdf, html] = ["a.pdf", "a.html"].map((name) =>
    SUITE_FORMATS.find(({ endings }) => endings.test(name))!,
  );
  const files = [
    ...Array.from({ length: 50 }, (_, at) => ({ name: `${at}.pdf`, format: pdf! })),
    { name: "one.html", format: html! },
  ];
  const chosen = sampled(files, 10);
  expect(chosen).toHaveLength(10);
  expect(chosen.slice(0, 3).map(({ format }) => format.name)).toEqual(["pdf", "html", "pdf"]);
  expect(
    sampled(files.toReversed(), 10)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(chosen.map(({ name }) => name).toSorted());
});

test("lost words are silent if a file is ready without a message about them", () => {
  expect(isSilentLoss(result({ words: 0.5 }))).toBe(true);
  expect(isSilentLoss(result({ words: 0.5, message: "Page 2 holds no text." }))).toBe(false);
  expect(isSilentLoss(result({ words: 0, isRead: false, message: "It is a scan." }))).toBe(false);
  expect(isSilentLoss(result({ words: null }))).toBe(false);
});

test("a table of suites compares the files of both runs", () => {
  const before = [result({ words: 0.5 }), result({ file: "gone.pdf", words: 0 })];
  const table = suitesTable([result({})], before);
  expect(table).toMatch(/docling +pdf +1 +1 → 1 +\.500 → 1\.000 +1\.000 → 1\.000 +1 → 0/);
});

test("a table of kinds names the files below the goals, and counts those without a reference", () => {
  const table = kindsTable([
    { kind: "zip-names", file: "a.zip", words: null, pairs: null, message: "no other reader reads it" },
    { kind: "formulas", file: "good.docx", words: 0.99, pairs: 0.98, message: "" },
    { kind: "formulas", file: "bad.docx", words: 0.99, pairs: 0.9, message: "" },
  ]);
  expect(table).toMatch(/formulas +2 +2 +\.990 +\.940 +bad\.docx/);
  expect(table).toMatch(/zip-names +1 +0 /);
});
