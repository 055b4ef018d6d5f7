/** Texts, plurals and figures in the languages of the console. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type * as Formats from "../../../console/src/words/formats.ts";
import type * as Texts from "../../../console/src/words/t.ts";

let texts: typeof Texts;
let formats: typeof Formats;
beforeAll(async () => {
  // Modules of the page read the device's storage when they load.
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  texts = await import("../../../console/src/words/t.ts");
  formats = await import("../../../console/src/words/formats.ts");
});
afterEach(() => {
  texts.language.value = "en";
});

test.each([
  [["de-CH", "en"], "de"],
  [["zh-TW"], "zh-Hans"],
  [["fr", "DE-at"], "de"],
  [["fr", "it"], "en"],
  [[], "en"],
] as const)("a browser that wants %j gets %s", (wanted, language) => {
  expect(texts.languageOf(wanted)).toBe(language);
});

test("values stand in the places of their names, and never count as names themselves", () => {
  expect(texts.t("error.signedInAs", { name: "{name} & {id}" })).toBe("You are signed in as {name} & {id}.");
});

test("elements stand in the places of their names", () => {
  expect(texts.pieces("home.lead", { mark: 1 })).toEqual([
    expect.stringContaining("opens "),
    { value: 1 },
    ".",
  ]);
});

describe("figures", () => {
  const now = new Date("2026-11-27T12:00:00Z");
  test.each([
    ["en", "2026-11-27T11:55:00Z", "5 minutes ago"],
    ["de", "2026-11-27T11:55:00Z", "vor 5 Minuten"],
    ["zh-Hans", "2026-11-27T11:55:00Z", "5分钟前"],
    ["en", "2026-11-27T09:00:00Z", "3 hours ago"],
    ["en", "2026-11-26T12:00:00Z", "yesterday"],
    ["en", "2026-10-01T12:00:00Z", "Oct 1, 2026"],
    ["de", "2026-10-01T12:00:00Z", "01.10.2026"],
  ] as const)("in %s, %s is %s", (language, at, text) => {
    texts.language.value = language;
    expect(formats.formatAge(new Date(at), now)).toBe(text);
  });

  test.each([
    ["en", 0, "0 bytes"],
    ["en", 1, "1 byte"],
    ["en", 1_536, "1.5 kB"],
    ["de", 1_536, "1,5 kB"],
    ["en", 25 * 1024 * 1024, "25 MB"],
  ] as const)("in %s, %d bytes are %s", (language, bytes, text) => {
    texts.language.value = language;
    expect(formats.formatBytes(bytes)).toBe(text);
  });
});
