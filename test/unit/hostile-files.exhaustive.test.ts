import { expect, test } from "vitest";
import { MAX_PARSED_BYTES } from "../../src/ingestion/extract/file-types.ts";
import { honestText, hostileFile, hostileFiles } from "../hostile/files.ts";
import { scaled } from "../support/setup/scaled.ts";

test("each hostile file has a unique name and is small enough for an upload", () => {
  const files = hostileFiles().filter((_, at) => at % scaled({ whole: 1, share: 20 }) === 0);
  expect(new Set(files.map((file) => file.name)).size).toBe(files.length);
  const lengths = files.map(({ name, bytes }) => ({ name, length: bytes.length }));
  expect(lengths.filter(({ length }) => length === 0 || length > MAX_PARSED_BYTES)).toEqual([]);
});

test("a hostile file has the same bytes every time", () => {
  for (const name of scaled({
    whole: ["pdf-forms-in-forms", "robots-groups", "text-different-words"],
    share: ["robots-groups"],
  })) {
    expect(Buffer.compare(hostileFile(name).bytes, hostileFile(name).bytes)).toBe(0);
  }
});

test("honest text has the requested length, and has sentences, paragraphs and many words", () => {
  const text = honestText(100_000);
  expect(text).toHaveLength(100_000);
  expect(honestText(100_000)).toBe(text);
  expect(text.split(/[.?]["\s]/).length).toBeGreaterThan(500);
  expect(text.split("\n\n").length).toBeGreaterThan(80);
  expect(new Set(text.match(/\w+/g)).size).toBeGreaterThan(2000);
});
