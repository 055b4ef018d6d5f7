import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { sha256Hex } from "../../../src/domain/sha256.ts";
import { MAX_LONG_TEXT_BYTES, readLongText } from "../../../src/ingestion/extraction/read-long-text.ts";
import type { AssetRow } from "../../../src/storage/d1/assets/assets.ts";
import { storeExtraction } from "../../../src/ingestion/store-extraction.ts";
import { platformOf } from "../../../src/platform.ts";
import { readChunkMap } from "../../../src/storage/r2/chunk-map.ts";
import { joined } from "../../../src/storage/r2/pieces.ts";
import { testEnv } from "../../support/setup/env.ts";
import { SENTENCES, rows, LONG_FILES } from "../../support/fixtures/long-files.ts";

const SEGMENT = 8 * 1024;
let files = 0;

async function read(content: string | Uint8Array, fields: Partial<AssetRow> = {}) {
  const objectKey = `long-texts/${(files += 1)}`;
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const { etag } = (await testEnv.BUCKET.put(objectKey, bytes)) as R2Object;
  const asset = {
    organizationId: "org_long",
    contentType: "text/plain",
    originalFileName: "long.txt",
    fileSize: bytes.length,
    ...fields,
  };
  const row = { ...asset, objectKey, objectEtag: etag } as AssetRow;
  return await readLongText(testEnv.BUCKET, row, platformOf(testEnv).sandbox, { segmentBytes: SEGMENT });
}

test.each([
  ["paragraphs", SENTENCES],
  ["lines alone", SENTENCES.replaceAll("\n\n", "\n")],
  ["one line", SENTENCES.replaceAll("\n\n", " ")],
  ["many empty lines", `${SENTENCES.slice(0, 9_000)}${"\n".repeat(40_000)}${SENTENCES.slice(9_000)}`],
])("each passage of a text with %s has its offsets and line, and no text is lost", async (_kind, text) => {
  const { head, places, text: stored, keywords, summary } = await read(text);
  expect(head).toMatchObject({
    version: await sha256Hex(text),
    characters: text.length,
    bytes: new TextEncoder().encode(text).length,
    strategy: "text",
  });
  expect(new TextDecoder().decode((await joined(stored, 1e9)) ?? new Uint8Array())).toBe(text);
  const passages = Array.from(places, ([start, end]) => text.slice(start, end));
  expect(passages.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  expect(passages.every((passage) => passage.isWellFormed())).toBe(true);
  expect(head.tokens).toBeGreaterThan(600 * 10);
  expect(keywords.length).toBeGreaterThan(0);
  expect(summary).not.toBe("");
});

test("the text of a long file has no byte-order mark, and Markdown has its title", async () => {
  const text = `# Bridges\n\n${SENTENCES}`;
  const { head, text: stored } = await read(`\ufeff${text}`, {
    contentType: "text/markdown",
    originalFileName: "long.md",
  });
  expect(head).toMatchObject({
    title: "Bridges",
    strategy: "markdown",
    version: await sha256Hex(text),
    characters: text.length,
  });
  expect(
    new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(
      (await joined(stored, 1e9)) ?? new Uint8Array(),
    ),
  ).toBe(text);
});

const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

test.each(LONG_FILES)(
  "the text of %s equals the file, and each passage has its line",
  async (_kind, originalFileName, contentType, strategy, text) => {
    const { head, places, text: stored } = await read(text, { contentType, originalFileName });
    expect(head).toMatchObject({ version: await sha256Hex(text), characters: text.length, strategy });
    expect(new TextDecoder().decode((await joined(stored, 1e9)) ?? new Uint8Array())).toBe(text);
    const all = [...places];
    expect(all.length).toBe(places.length);
    expect(
      all
        .map(([start, end]) => text.slice(start, end))
        .join("")
        .replace(/\s/g, ""),
    ).toBe(text.replace(/\s/g, ""));
    expect(all.map(([start, , page, locators]) => [start, page, locators])).toEqual(
      all.map(([start]) => [start, 0, [[0, { kind: "line", line: lineAt(text, start) }]]]),
    );
    expect(text.length).toBeGreaterThan(3 * SEGMENT);
  },
);

test.each(LONG_FILES.filter(([, , , , text]) => text.includes("\n")).slice(3))(
  "segments of %s end only at line ends",
  async (_kind, originalFileName, contentType, _strategy, text) => {
    for (const [start, end] of (await read(text, { contentType, originalFileName })).places) {
      expect([
        text
          .slice(0, start)
          .replace(/[ \t]+$/, "")
          .slice(-1),
        text.slice(end).replace(/^[ \t\r]+/, "")[0],
      ]).toEqual([start === 0 ? "" : "\n", end === text.length ? undefined : "\n"]);
    }
  },
);

test("data in one line is split between its records", async () => {
  const json = JSON.stringify(
    Array.from({ length: 4_000 }, (_, at) => ({ at, city: `City of number ${at}` })),
  );
  const { places } = await read(json, { contentType: "application/json", originalFileName: "a.json" });
  const cut = Array.from(places, ([start, end]) => json.slice(start, end));
  // The passage ends after a value at the end of a segment.
  expect(cut.filter((passage) => /\},$|\}\]$/.test(passage)).length).toBeGreaterThan(cut.length * 0.8);
  expect(cut.every((passage) => /[,}\]]$/.test(passage))).toBe(true);
});

test("the chunk map of a long text has a line and an id for each passage", async () => {
  const text = `city,boats\n${rows(3_000, (at, city) => `${city},${at}`)}`;
  const reading = await read(text, { contentType: "text/csv", originalFileName: "boats.csv" });
  const { chunksKey, version } = await storeExtraction(
    testEnv.BUCKET,
    { organizationId: "org_long", id: newId("asset") },
    reading,
  );
  const map = await (await testEnv.BUCKET.get(chunksKey))?.text();
  const pieces = async function* () {
    yield await Promise.resolve(map ?? "");
  };
  const stored = [];
  for await (const place of readChunkMap(pieces(), version)) stored.push(place);
  expect(new Set(stored.map(({ id }) => id)).size).toBe(reading.places.length);
  expect(stored.map(({ start, end, page, locators }) => [start, end, page, locators])).toEqual([
    ...reading.places,
  ]);
  expect(stored.length).toBeGreaterThan(20);
});

test.each([
  ["at its beginning", `One.\rTwo.\n${SENTENCES}`],
  ["at its end", `${SENTENCES}\nOne.\rTwo.`],
])("a long text with a lone carriage return %s has no line locators", async (_where, text) => {
  const { places } = await read(text);
  expect([...places].every(([, , , locators]) => locators === undefined)).toBe(true);
});

const late = (byte: number): Uint8Array => {
  const bytes = new TextEncoder().encode(SENTENCES);
  bytes[bytes.length - 20] = byte;
  return bytes;
};

test.each([
  ["other bytes than UTF-8, late", late(0xff), {}, /must be in UTF-8/],
  ["a zero, late", late(0), {}, /must be in UTF-8/],
  [
    "another declared encoding",
    SENTENCES,
    { contentType: "text/plain; charset=windows-1252" },
    /must be in UTF-8/,
  ],
  [
    "a table in another encoding",
    late(0xe9),
    { contentType: "text/csv", originalFileName: "long.csv" },
    /must be in UTF-8/,
  ],
  [
    "a page",
    SENTENCES,
    { contentType: "text/html", originalFileName: "long.html" },
    /^This file is larger than 25 MiB/,
  ],
  [
    "a message",
    SENTENCES,
    { contentType: "message/rfc822", originalFileName: "long.eml" },
    /^This file is larger than 25 MiB/,
  ],
  [
    "an archive",
    "PK\u0003\u0004",
    { contentType: "text/csv", originalFileName: "long.csv" },
    /^This file is larger than 25 MiB/,
  ],
  ["a PDF", `%PDF-1.7\n${SENTENCES}`, { contentType: "application/pdf" }, /^This file is larger than 25 MiB/],
  [
    "a picture",
    SENTENCES,
    { contentType: "image/png", originalFileName: "long.png" },
    /^The service cannot read files of type image\/png/,
  ],
  ["too much", SENTENCES, { fileSize: MAX_LONG_TEXT_BYTES + 1 }, /^This file is larger than 200 MB/],
  ["nothing but empty lines", "\n".repeat(30_000), {}, /has no text/],
])("the service rejects a long file with a reason: %s", async (_kind, content, fields, reason) => {
  await expect(read(content, fields)).rejects.toThrow(reason);
});
