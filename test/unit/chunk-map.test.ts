import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHUNKS_PER_RUN } from "../../src/knowledge-index/slots.ts";
import { type ChunkPlace, MAX_CHUNKS, readChunkMap } from "../../src/storage/r2/chunk-map.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(json: string, size = 7): Promise<ChunkPlace[]> {
  const places: ChunkPlace[] = [];
  for await (const place of readChunkMap(inPieces(json, size), "v1")) places.push(place);
  return places;
}

function placesOf(lengths: readonly number[]): ChunkPlace[] {
  let end = 0;
  return lengths.map((length, ordinal) => ({
    id: `chunk_${ordinal}`,
    ordinal,
    start: end,
    end: (end += length),
    page: 1,
  }));
}

describe("a chunk map read in pieces", () => {
  test("a chunk map read in pieces returns its content for any piece sizes and white space", async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 1_500 }), { maxLength: 40 });
    const trial = async (sizes: readonly number[], piece: number, indent: number): Promise<void> => {
      const chunks = placesOf(sizes);
      expect(await read(JSON.stringify({ version: "v1", chunks }, null, indent), piece)).toEqual(chunks);
    };
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 1, max: 300 }), fc.constantFrom(0, 2), trial),
    );
  });

  test("the reader of a chunk map rejects an endless entry", async () => {
    let sent = 0;
    const endless = async function* (): AsyncGenerator<string> {
      yield await Promise.resolve('{"version":"v1","chunks":[{"id":"');
      for (; sent < 1_000; sent += 1) yield "x".repeat(65_536);
    };
    await expect(readChunkMap(endless(), "v1").next()).rejects.toThrow("has an entry that does not end");
    expect(sent).toBeLessThan(20);
  });

  test("the reader of a chunk map allows at most as many chunks as the index keeps per asset", () =>
    expect(MAX_CHUNKS).toBe(CHUNKS_PER_RUN));

  const [first, second] = placesOf([5, 5]);
  test.each([
    ["nothing", ""],
    ["no JSON", "not JSON"],
    ["a list", "[]"],
    ["a map that ends early", JSON.stringify({ version: "v1", chunks: [first, second] }).slice(0, -30)],
    [
      "a map without its last bracket",
      JSON.stringify({ version: "v1", chunks: [first, second] }).slice(0, -1),
    ],
    ["something behind it", `${JSON.stringify({ version: "v1", chunks: [first] })}{}`],
    ["another version", JSON.stringify({ version: "v2", chunks: [first] })],
    ["no version", JSON.stringify({ chunks: [first] })],
    ["a chunk too few", JSON.stringify({ version: "v1", chunks: [second] })],
    ["a chunk twice", JSON.stringify({ version: "v1", chunks: [first, first] })],
    ["chunks that overlap", JSON.stringify({ version: "v1", chunks: [first, { ...second, start: 4 }] })],
    ["an empty chunk", JSON.stringify({ version: "v1", chunks: [{ ...first, end: 0 }] })],
    ["an offset that is none", JSON.stringify({ version: "v1", chunks: [{ ...first, start: -1 }] })],
    ["a head that never ends", `{"version":"${"x".repeat(5_000)}`],
  ])("rejects %s", async (_, json) => {
    for (const size of [3, 100, 10_000]) {
      expect(await read(json, size).catch((error: unknown) => error)).toMatchObject({
        code: "failed_precondition",
      });
    }
  });
});
