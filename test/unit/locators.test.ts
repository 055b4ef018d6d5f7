import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatLocator } from "../../client/src/index.ts";
import {
  type LocatedSpan,
  type Locator,
  locatorAt,
  parseLocator,
  storedLocator,
} from "../../src/domain/locator.ts";
import type { Chunk } from "../../src/domain/retrieval.ts";
import { chunkText } from "../../src/ingestion/chunk/chunk-text.ts";
import { type ChunkPlace, readChunkMap } from "../../src/storage/r2/chunk-map.ts";
import { mappedChunk } from "../../src/ingestion/store-extraction.ts";

const placeIn = ({ locators, ...chunk }: Chunk, at: number): Locator | null =>
  locatorAt({ ...chunk, locators: locators === undefined ? null : JSON.stringify(locators) }, at);

/** Returns the locators that the passages of the words have. */
function placesOf(text: string, spans: readonly LocatedSpan[], ...words: readonly string[]): string[] {
  const chunks = chunkText(text, spans);
  return words.map((word) => {
    const chunk = chunks.find((each) => each.text.includes(word));
    return chunk === undefined ? "lost" : formatLocator(placeIn(chunk, chunk.text.indexOf(word)));
  });
}

/** Joins parts by a blank line, each with its locator. */
function joined(parts: readonly (readonly [string, Locator])[]): { text: string; spans: LocatedSpan[] } {
  const spans: LocatedSpan[] = [];
  let text = "";
  for (const [part, locator] of parts) {
    if (text !== "") text += "\n\n";
    spans.push({ start: text.length, end: text.length + part.length, locator });
    text += part;
  }
  return { text, spans };
}

describe("a passage knows the locators of its text", () => {
  test("a passage has the locator of its slide, chapter or part, and crosses none", () => {
    const { text, spans } = joined([
      ["First words.", { kind: "slide", slide: 1 }],
      ["Second words.", { kind: "slide", slide: 2 }],
      ["Third words.", { kind: "chapter", chapter: 1, title: "Tides" }],
      ["Fourth words.", { kind: "part", part: 2 }],
    ]);
    expect(chunkText(text, spans).map(({ page, text: slice }) => [page, slice])).toEqual([
      [1, "First words."],
      [2, "Second words."],
      [0, "Third words."],
      [0, "Fourth words."],
    ]);
    expect(placesOf(text, spans, "First", "Second", "Third", "Fourth")).toEqual([
      "slide 1",
      "slide 2",
      "chapter 1, Tides",
      "part 2",
    ]);
  });

  test("a passage has the locators of its lines and rows, for any number of passages", () => {
    const rows = Array.from({ length: 400 }, (_, at) => `| row${at + 2}x | ${"words ".repeat(5)}|`);
    const header = "| a | b |\n| --- | --- |\n";
    const text = header + rows.join("\n");
    const sheet = (row: number): Locator => ({ kind: "sheet", sheet: "Pay", row });
    const spans = [
      { start: 0, end: header.length, locator: sheet(1) },
      { start: header.length, end: text.length, locator: sheet(2) },
    ];
    expect(chunkText(text, spans).length).toBeGreaterThan(10);
    expect(placesOf(text, spans, "| a |", "row2x", "row77x", "row401x")).toEqual(
      [1, 2, 77, 401].map((row) => `sheet Pay, row ${row}`),
    );
    const lines = Array.from({ length: 500 }, (_, at) => `line${at + 1}x ${"words ".repeat(at % 9)}`).join(
      "\n",
    );
    expect(
      placesOf(
        lines,
        [{ start: 0, end: lines.length, locator: { kind: "line", line: 1 } }],
        "line1x",
        "line250x",
        "line500x",
      ),
    ).toEqual(["line 1", "line 250", "line 500"]);
  });

  test("cues may share a passage and keep their times", () => {
    const { text, spans } = joined(
      Array.from({ length: 40 }, (_, at) => [
        `Cue${at}x says something.`,
        { kind: "time", start: at * 100.5, end: at * 100.5 + 2 },
      ]),
    );
    expect(chunkText(text, spans).length).toBeLessThan(5);
    expect(placesOf(text, spans, "Cue0x", "Cue7x", "Cue39x")).toEqual(["00:00:00", "00:11:43", "01:05:19"]);
  });

  test("a passage with more runs than the maximum has only the sheet for the rest", () => {
    const rows = Array.from({ length: 300 }, (_, at) => `r${at}`);
    const text = rows.join("\n");
    let start = 0;
    const spans = rows.map((row, at): LocatedSpan => {
      start += row.length + 1;
      return {
        start: start - row.length - 1,
        end: start,
        locator: { kind: "sheet", sheet: "S", row: at * 2 + 1 },
      };
    });
    expect(placesOf(text, spans, "r0", "r126", "r127", "r180")).toEqual([
      "sheet S, row 1",
      "sheet S, row 253",
      "sheet S",
      "sheet S",
    ]);
  });
});

describe("a locator", () => {
  const name = fc.string({ unit: "binary", maxLength: 20 }).filter((text) => text.isWellFormed());
  const count = fc.integer({ min: 1, max: 1e6 });
  const anyPlace: fc.Arbitrary<Locator> = fc.oneof(
    fc.record({ kind: fc.constant("page" as const), page: count }),
    fc.record({
      kind: fc.constant("sheet" as const),
      sheet: fc.oneof(name, fc.constant('},{"id":"')),
      row: count,
    }),
    fc.record({
      kind: fc.constant("chapter" as const),
      chapter: count,
      title: fc.oneof(name, fc.constant("},")),
    }),
  );

  test("storage keeps a locator unchanged, and an entry without locators has its page", () => {
    const there = (place: Locator): void => {
      expect(parseLocator(storedLocator(place), place.kind === "page" ? place.page : 0)).toEqual(place);
    };
    fc.assert(fc.property(anyPlace, there));
    expect({ parseLocator3: parseLocator(null, 3), parseLocator0: parseLocator(null, 0) }).toEqual({
      parseLocator3: { kind: "page", page: 3 },
      parseLocator0: null,
    });
  });

  test("a locator survives the chunk map for any name and any piece sizes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPlace, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        async (all, size) => {
          const chunks = all.map((place, at) =>
            mappedChunk(
              [
                at * 9,
                at * 9 + 9,
                0,
                [
                  [0, place],
                  [4, null],
                ],
              ],
              at,
            ),
          );
          const map = JSON.stringify({ version: "v", chunks });
          const pieces = async function* (): AsyncGenerator<string> {
            for (let at = 0; at < map.length; at += size)
              yield await Promise.resolve(map.slice(at, at + size));
          };
          const read: ChunkPlace[] = [];
          for await (const place of readChunkMap(pieces(), "v")) read.push(place);
          expect(read.map(({ locators }) => locators)).toEqual(
            all.map((place) => [
              [0, place],
              [4, null],
            ]),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
