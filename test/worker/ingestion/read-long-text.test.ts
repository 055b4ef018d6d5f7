import { expect, test } from "vitest";
import { sha256Hex } from "../../../src/domain/hash.ts";
import { MAX_LONG_TEXT_BYTES, readLongText } from "../../../src/ingestion/reading/read-long-text.ts";
import type { AssetRow } from "../../../src/storage/d1/assets/assets.ts";
import { platformOf } from "../../../src/platform.ts";
import { joined } from "../../../src/storage/r2/pieces.ts";
import { testEnv } from "../../support/env.ts";

const SEGMENT = 8 * 1024;
let files = 0;

async function read(content: string | Uint8Array, fields: Partial<AssetRow> = {}) {
  const objectKey = `long-texts/${(files += 1)}`;
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const { etag } = (await testEnv.BUCKET.put(objectKey, bytes)) as R2Object;
  const asset = { organizationId: "org_long", contentType: "text/plain", originalFileName: "long.txt", fileSize: bytes.length, ...fields };
  const row = { ...asset, objectKey, objectEtag: etag } as AssetRow;
  return await readLongText(testEnv.BUCKET, row, platformOf(testEnv).extractor, SEGMENT);
}

const paragraphs = (count: number, of: (at: number) => string): string => Array.from({ length: count }, (_, at) => of(at)).join("\n\n");
const SENTENCES = paragraphs(600, (at) => `Die Brücke ${at} über die Mole ruht auf neun Pfeilern. 橋は石で作られた。 It is 🌉 old.`);

test.each([
  ["paragraphs", SENTENCES],
  ["lines alone", SENTENCES.replaceAll("\n\n", "\n")],
  ["one line", SENTENCES.replaceAll("\n\n", " ")],
  ["many empty lines", `${SENTENCES.slice(0, 9_000)}${"\n".repeat(40_000)}${SENTENCES.slice(9_000)}`],
])("%s: each passage stands where it is said to stand, and nothing is left out", async (_kind, text) => {
  const { head, places, text: stored, keywords, summary } = await read(text);
  expect(head).toMatchObject({
    version: await sha256Hex(text),
    characters: text.length,
    bytes: new TextEncoder().encode(text).length,
    strategy: "text",
  });
  expect(new TextDecoder().decode((await joined(stored, 1e9)) ?? new Uint8Array())).toBe(text);
  const passages = places.map(([start, end]) => text.slice(start, end));
  expect(passages.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  expect(passages.every((passage) => passage.isWellFormed())).toBe(true);
  expect(head.tokens).toBeGreaterThan(600 * 10);
  expect(keywords.length).toBeGreaterThan(0);
  expect(summary).not.toBe("");
});

test("a byte-order mark is none of the text; Markdown has its title", async () => {
  const text = `# Bridges\n\n${SENTENCES}`;
  const { head, text: stored } = await read(`\ufeff${text}`, { contentType: "text/markdown", originalFileName: "long.md" });
  expect(head).toMatchObject({ title: "Bridges", strategy: "markdown", version: await sha256Hex(text), characters: text.length });
  expect(new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode((await joined(stored, 1e9)) ?? new Uint8Array())).toBe(text);
});

const late = (byte: number): Uint8Array => {
  const bytes = new TextEncoder().encode(SENTENCES);
  bytes[bytes.length - 20] = byte;
  return bytes;
};

test.each([
  ["other bytes than UTF-8, late", late(0xff), {}, /UTF-8 alone/],
  ["a zero, late", late(0), {}, /UTF-8 alone/],
  ["another declared encoding", SENTENCES, { contentType: "text/plain; charset=windows-1252" }, /UTF-8 alone/],
  ["a table", SENTENCES, { contentType: "text/csv", originalFileName: "long.csv" }, /^This file is larger than 25 MiB/],
  ["a PDF", `%PDF-1.7\n${SENTENCES}`, { contentType: "application/pdf" }, /^This file is larger than 25 MiB/],
  ["a picture", SENTENCES, { contentType: "image/png", originalFileName: "long.png" }, /^Files of type image\/png cannot be read/],
  ["too much", SENTENCES, { fileSize: MAX_LONG_TEXT_BYTES + 1 }, /^This file is larger than 200 MB/],
  ["nothing but empty lines", "\n".repeat(30_000), {}, /holds no text/],
])("%s is refused, with a reason", async (_kind, content, fields, reason) => {
  await expect(read(content, fields)).rejects.toThrow(reason);
});
