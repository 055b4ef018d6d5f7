import { describe, expect, test } from "vitest";
import { matchAny, analyzeQuery } from "../../src/knowledge-index/query/query-terms.ts";
import { stem } from "../../src/text/stemmer.ts";

const matched = (query: string): string => matchAny(analyzeQuery(query, stem));

describe("the FTS expression of a question", () => {
  test("the FTS expression matches whole English words, which the index stems", () => {
    expect(matched("Which governments regulated the banks?")).toBe('"governments" OR "regulated" OR "banks"');
  });

  test("the FTS expression matches prefixes in inflected languages", () => {
    expect(matched("Кто возглавил правительство?")).toBe('"возгл"* OR "прави"*');
    expect(matched("Ποιος ήταν ο πρωθυπουργός;")).toBe('"πρωθυ"*');
    expect(matched("Wer leitete diese Regierungen?")).toBe('"leitet"* OR "regier"*');
    expect(matched("Hükümeti kim yönetiyordu, kışın?")).toBe('"hukum"* OR "yonet"* OR "kisin"');
  });

  test("the FTS expression also matches Arabic words without their prefixed preposition", () => {
    expect(matched("ما يصدر بكميات كبيرة؟")).toBe('"يصدر"* OR "بكمي"* OR "كميات"* OR "كبير"*');
    expect(matched("بيت للنفط بلد")).toBe('"بيت"* OR "نفط"* OR "بلد"*');
  });

  test("the FTS expression matches a short word as a whole, because its prefix would match too many words", () => {
    expect(matched("Wo ist das Rad?")).toBe('"rad"');
  });
});
