/** The texts of the console. The type check finds missing keys; these tests look into the texts. */
import { describe, expect, test } from "vitest";
import { de } from "../../../console/src/words/de.ts";
import { en as first } from "../../../console/src/words/en.ts";
import { facts } from "../../../console/src/words/en/facts.ts";
import { leaving } from "../../../console/src/words/en/leaving.ts";
import { operations } from "../../../console/src/words/en/operations.ts";
import { organization } from "../../../console/src/words/en/organization.ts";
import { publicLink } from "../../../console/src/words/en/public-link.ts";
import { publicThread } from "../../../console/src/words/en/public-thread.ts";
import { settings } from "../../../console/src/words/en/settings.ts";
import { signInPage } from "../../../console/src/words/en/sign-in.ts";
import type { Text } from "../../../console/src/words/text.ts";
import { zh } from "../../../console/src/words/zh.ts";

const en = {
  ...first,
  ...facts,
  ...leaving,
  ...operations,
  ...organization,
  ...publicLink,
  ...publicThread,
  ...settings,
  ...signInPage,
};
const textsOf = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text as object));
const namesIn = (text: Text): string[] =>
  [
    ...new Set(
      textsOf(text).flatMap((each) => [...each.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "")),
    ),
  ].toSorted();

describe.each([
  ["de", de],
  ["zh", zh],
] as const)("the texts in %s", (_, texts: Readonly<Record<string, Text>>) => {
  test("have the keys of the English texts", () => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  test.each(Object.entries<Text>(en))("%s has the parameters of the English text", (key, text) => {
    expect(namesIn(texts[key] ?? "")).toEqual(namesIn(text));
  });
});

/** Texts whose parameter before a plural is no number, or always a large one. */
const WITHOUT_PLURAL = new Set(["reader.manyHits"]);

test.each([
  ["en", en, /\{(?!name|model)\w+\} (?:more )?[a-z]{3,}s\b/],
  ["de", de, /\{(?!name|model)\w+\} (?:weitere )?[A-ZÄÖÜ][a-zäöüß]+(?:e|en|ern|n)\b/],
] as const)("each number before a noun in %s has a plural form", (_, texts, noun) => {
  const single = Object.entries<Text>(texts)
    .filter(([key, text]) => typeof text === "string" && noun.test(text) && !WITHOUT_PLURAL.has(key))
    .map(([key]) => key);
  expect(single).toEqual([]);
});

test("no text is empty, and none has straight double quotes", () => {
  const all = [en, de, zh].flatMap((texts) => Object.entries<Text>(texts));
  expect(
    all.filter(([, text]) => textsOf(text).some((each) => each.trim() === "" || each.includes('"'))),
  ).toEqual([]);
});
