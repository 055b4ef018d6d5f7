import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { excerptOf } from "../../src/domain/excerpt.ts";
import { MAX_QUERY_WORDS, parseThreadQuery } from "../../src/domain/thread-query.ts";
import { findPhrases } from "../../src/text/find-phrases.ts";

const found = (text: string, query: string): string[] =>
  findPhrases(text, parseThreadQuery(query).phrases).map(({ start, end }) => text.slice(start, end));

test("words match whatever their case, accents and English endings", () => {
  expect(found("Late DELIVERIES, délivery", "delivery")).toEqual(["DELIVERIES", "délivery"]);
  expect(found("Über Äpfel", "uber apfel")).toEqual(["Über", "Äpfel"]);
  expect(found("undelivered", "delivered")).toEqual([]);
});

test("words without a space between them are one phrase", () => {
  expect(found("mail e e-mail E MAIL", "e-mail")).toEqual(["e-mail", "E MAIL"]);
  expect(found("我们的知识工作区", "知识 工作")).toEqual(["知识", "工作"]);
  expect(found("识知", "知识")).toEqual([]);
});

test("a query is a list of quoted words, of limited length", () => {
  expect(parseThreadQuery('say "NEAR(a* OR b"').match).toBe('"say" "NEAR a" "OR" "b"');
  expect(parseThreadQuery(' * "" ').match).toBe('""');
  const long = parseThreadQuery(Array.from({ length: 100 }, (_, at) => `w${at}`).join(" "));
  expect(long.phrases).toHaveLength(MAX_QUERY_WORDS);
});

test("an excerpt begins and ends at words, with signs for omitted text", () => {
  const text = `${"before ".repeat(40)}here is the match ${"after ".repeat(60)}`;
  const { text: cut, matched } = excerptOf(text, findPhrases(text, [["match"]]));
  expect(cut).toMatch(/^…before .*here is the match after .* after…$/);
  expect(cut.length).toBeLessThanOrEqual(242);
  expect(matched).toEqual(["match"]);
  expect(excerptOf("Short.", [])).toEqual({ text: "Short.", matched: [] });
  const whole = `${"😀".repeat(100)}match${"😀".repeat(200)}`;
  expect(excerptOf(whole, findPhrases(whole, [["match"]])).text.isWellFormed()).toBe(true);
});

test("the trigger and the query split the same scripts into characters", () => {
  const migration = readFileSync(join(PROJECT_ROOT, "migrations/0006_thread_words.sql"), "utf8");
  const classes = [...new Set([...migration.matchAll(/GLOB '\*\[(.*?)\]\*'/g)].map(([, each]) => each))];
  const source = readFileSync(join(PROJECT_ROOT, "src/text/find-phrases.ts"), "utf8");
  expect(source).toContain(`UNSPACED = "${classes.join("")}"`);
});
