import { expect, test } from "vitest";
import { serializeHeadingContext } from "../../src/domain/heading-context.ts";
import { readingWindows } from "../../src/answering/extraction/reading-windows.ts";
import { passage } from "../support/assertions/quotes-of.ts";

const filler = (about: string): string => `The ${about} is old and made of many grey stones. `.repeat(9);
const MOUTH = "The mouth of the Vlara lies in the Brin.";
const WELL = "The Vlara rises in a well.";
const long = `${MOUTH} ${filler("bridge")}${filler("tower")}${WELL}`;
const bytes = (text: string): number => new TextEncoder().encode(text).length;

test("a long passage has a window around its best sentence and further windows around the rest", () => {
  const windows = readingWindows("Where is the mouth of the Vlara?", [passage(long)]);
  expect(windows.map(({ text }) => [text.includes(MOUTH), text.includes(WELL)])).toEqual([
    [true, false],
    [false, true],
  ]);
  for (const { text, window, textStart } of windows) {
    expect(text.slice(textStart)).toBe(long.slice(window.start, window.end));
    expect(bytes(text)).toBeLessThanOrEqual(560);
  }
});

test("a further window of the best passage comes behind better passages and before worse ones", () => {
  const good = { ...passage("The Vlara has a mouth.", 1), score: 0.9 };
  const poor = { ...passage("Boats are rare.", 2), score: 0.01 };
  const windows = readingWindows("Where is the mouth of the Vlara?", [passage(long), good, poor]);
  expect(windows.map(({ passage: { chunkId } }) => chunkId)).toEqual(["c0", "c1", "c0", "c2"]);
});

test("a window begins with the last heading and the column names above the passage", () => {
  const above = serializeHeadingContext({
    headings: "Rivers\nIn the north",
    columns: { start: 0, text: "| River | Mouth |" },
  });
  const [window] = readingWindows("Where is the mouth?", [{ ...passage("| Vlara | Brin |"), above }]);
  expect(window?.text).toBe("In the north\n| River | Mouth |\n| Vlara | Brin |");
  expect(window?.text.slice(window.textStart)).toBe("| Vlara | Brin |");
});

test("windows do not overlap and count bytes, because other scripts need more tokens per character", () => {
  const text = "这座桥很旧，用许多灰色的石头建成。".repeat(40);
  const windows = readingWindows("这座桥多旧？", [passage(text)]);
  expect(windows.map(({ window: { start, end } }) => [start, end])).toEqual([
    [0, 170],
    [170, 340],
    [340, 510],
    [510, 680],
  ]);
});
