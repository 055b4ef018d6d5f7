import { describe, expect, test } from "vitest";
import { matchAny, readQuery } from "../../src/knowledge-index/query-words.ts";
import { stem } from "../../src/text/terms.ts";

const matched = (query: string): string => matchAny(readQuery(query, stem));

describe("what a question is looked for by", () => {
  test("in English: by whole words, which the index stems", () => {
    expect(matched("Which governments regulated the banks?")).toBe('"governments" OR "regulated" OR "banks"');
  });

  test("where endings carry the grammar: by how the words begin", () => {
    expect(matched("Кто возглавил правительство?")).toBe('"возгл"* OR "прави"*');
    expect(matched("Ποιος ήταν ο πρωθυπουργός;")).toBe('"πρωθυ"*');
    expect(matched("Wer leitete diese Regierungen?")).toBe('"leitet"* OR "regier"*');
    expect(matched("Hükümeti kim yönetiyordu, kışın?")).toBe('"hukum"* OR "yonet"* OR "kisin"');
  });

  test("in Arabic: without the preposition that is written with a word, too", () => {
    expect(matched("ما يصدر بكميات كبيرة؟")).toBe('"يصدر"* OR "بكمي"* OR "كميات"* OR "كبير"*');
    expect(matched("بيت للنفط بلد")).toBe('"بيت"* OR "نفط"* OR "بلد"*');
  });

  test("what asks for a price, a weight or a time: by what tables call it too, in its own language alone", () => {
    expect(matched("Was kostet die Laterne?")).toBe('"kostet" OR "preis"* OR "gebuhr"* OR "euro"* OR "eur"* OR "die" OR "latern"*');
    expect(matched("Сколько весит фонарь?")).toContain('"вес"*');
    expect(matched("What does a dura coat cost?")).not.toContain("*");
  });

  test("a short word by itself: its beginning is that of too many", () => {
    expect(matched("Wo ist das Rad?")).toBe('"rad"');
  });
});
