/**
 * Promise: The service moves file bytes in pieces of 64 KiB and yields to other requests between two pieces.
 * Attack: The service moved 25 MiB of blank lines without a pause. Other requests waited 1.4 seconds.
 */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { sha256Hex } from "../../src/domain/sha256.ts";
import { newId } from "../../src/domain/ids.ts";
import type { Env } from "../../src/env.ts";
import { hashSource } from "../../src/ingestion/source-bytes.ts";
import { storeExtraction } from "../../src/ingestion/store-extraction.ts";
import { readChunkSlices } from "../../src/knowledge-index/indexing/chunk-slices.ts";
import type { AssetRow } from "../../src/storage/d1/assets/assets.ts";
import { digestOf, joined, piecesOfBody, piecesOfBytes } from "../../src/storage/r2/pieces.ts";
import { putPieces } from "../../src/storage/r2/put-pieces.ts";

const { BUCKET } = env as unknown as Env;
const MIB = 1024 * 1024;
const LENGTH = 4 * MIB;
/** 4 MiB in pieces of 64 KiB. */
const PIECES = 64;
const BYTES = Uint8Array.from(new TextEncoder().encode(`first${"\n".repeat(LENGTH - 9)}last`));
const KEY = "large-bytes/original";

/** Counts the turns of other work in the event loop during `work`. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const done = work().finally(() => (isDone = true));
  while (!isDone) {
    await scheduler.wait(0);
    turns += 1;
  }
  await done;
  return turns;
}

let etag = "";
let version = "";
beforeAll(async () => {
  ({ etag } = await putPieces(BUCKET, KEY, piecesOfBytes(BYTES), { length: LENGTH }));
  version = await sha256Hex(BYTES);
});

test("the service yields to other work while it stores, reads and fingerprints bytes", async () => {
  const store = async () => await putPieces(BUCKET, `${KEY}-again`, piecesOfBytes(BYTES), { length: LENGTH });
  expect(await turnsDuring(store)).toBeGreaterThanOrEqual(PIECES - 1);
  const print = async () =>
    expect(await hashSource(BUCKET, { objectKey: KEY, objectEtag: etag, fileSize: LENGTH } as AssetRow)).toBe(
      version,
    );
  expect(await turnsDuring(print)).toBeGreaterThanOrEqual(PIECES - 1);
  const read = async () =>
    expect(
      (await joined(piecesOfBody((await BUCKET.get(KEY))?.body ?? new ReadableStream()), LENGTH))?.length,
    ).toBe(LENGTH);
  expect(await turnsDuring(read)).toBeGreaterThanOrEqual(PIECES - 1);
  const digest = async () => expect(await digestOf(piecesOfBytes(BYTES))).toBe(version);
  expect(await turnsDuring(digest)).toBeGreaterThanOrEqual(PIECES - 1);
});

test("the index yields to other work while it stores and reads a text and its chunk map", async () => {
  const asset = { organizationId: newId("org"), id: newId("asset") };
  const head = {
    kind: "head",
    title: "",
    strategy: "text",
    version,
    bytes: LENGTH,
    characters: LENGTH,
    tokens: 2,
  } as const;
  const places = Array.from({ length: 20_000 }, (_, at) => [at * 200, at * 200 + 90, 0] as const);
  const reading = {
    head,
    places,
    keywords: [],
    entryCount: 0,
    note: "",
    summary: "",
    text: piecesOfBytes(BYTES),
    artifacts: null,
  };
  let keys = { textKey: "", chunksKey: "" };
  const store = async () => (keys = await storeExtraction(BUCKET, asset, reading));
  expect(await turnsDuring(store)).toBeGreaterThanOrEqual(PIECES + 20);
  let chunks = 0;
  const index = async () => {
    for await (const slice of readChunkSlices(BUCKET, { ...keys, version })) chunks += slice.chunks.length;
  };
  expect(await turnsDuring(index)).toBeGreaterThanOrEqual(PIECES);
  expect(chunks).toBe(20_000);
});

test("a truncated, oversized or rejected upload reports an error and leaves nothing behind", async () => {
  const put = async (length: number, options: R2PutOptions = {}) =>
    await putPieces(BUCKET, "large-bytes/refused", piecesOfBytes(BYTES), { length, ...options });
  await expect(put(LENGTH - 1)).rejects.toThrow(/FixedLengthStream|connection lost/);
  await expect(put(LENGTH + 1)).rejects.toThrow(/FixedLengthStream|connection lost/);
  await expect(put(LENGTH, { sha256: "0".repeat(64) })).rejects.toThrow("SHA-256");
  expect(await BUCKET.head("large-bytes/refused")).toBeNull();
  expect(await joined(piecesOfBytes(BYTES), LENGTH - 1)).toBeNull();
});
