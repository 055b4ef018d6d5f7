import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { MAX_LOCATOR_NAME_CHARS } from "../../../src/domain/locator.ts";
import { copyMap } from "../../../src/jobs/import/copy-map.ts";
import { ImportedIds } from "../../../src/jobs/import/imported-ids.ts";
import { platformOf } from "../../../src/platform.ts";
import { readChunkMap } from "../../../src/storage/r2/chunk-map.ts";
import { StoredZip } from "../../../src/storage/r2/stored-zip.ts";
import { testEnv } from "../../support/setup/env.ts";
import { archiveOf } from "../../support/http/imports.ts";

const MEBIBYTE = 1_048_576;
const RUNS = 20;
const SIZE = 30;
/** The maximum length of a name. */
const SHEET = "s".repeat(MAX_LOCATOR_NAME_CHARS);

/** A passage with many positions in its document. */
const passage = (ordinal: number) => ({
  id: newId("chunk"),
  ordinal,
  start: ordinal * SIZE,
  end: ordinal * SIZE + SIZE - 1,
  page: 0,
  locators: Array.from(
    { length: RUNS },
    (_, at) => [at, { kind: "sheet", sheet: SHEET, row: ordinal + at + 1 }] as const,
  ),
});

/**
 * Imports an archive with an offset map.
 * @returns the stored offset map
 */
async function copied(map: string, units: number): Promise<string> {
  const key = `archives/${newId("op")}.zip`;
  const { etag, size } = (await testEnv.BUCKET.put(key, await archiveOf({ "map.json": map }))) as R2Object;
  const zip = await StoredZip.open(testEnv.BUCKET, { key, etag, size });
  const ctx = { ids: new ImportedIds(newId("op"), newId("user"), {}), platform: platformOf(testEnv) };
  await copyMap(ctx, zip, {
    member: zip.find("map.json")!,
    oldId: newId("asset"),
    version: "v1",
    units,
    key: `${key}.map`,
  });
  return (await (await testEnv.BUCKET.get(`${key}.map`))?.text()) ?? "";
}

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield await Promise.resolve(text.slice(at, at + 65_536));
}

test("the import stores the offset map of a long text with new ids, whatever its length", async () => {
  const chunks = Array.from({ length: 3_000 }, (_, ordinal) => passage(ordinal));
  const map = JSON.stringify({ version: "v1", chunks });
  expect(map.length).toBeGreaterThan(16 * MEBIBYTE);
  const stored = await copied(map, chunks.length * SIZE);
  expect(stored.length).toBe(map.length);
  const ids = new Set<string>();
  for await (const { id, ...place } of readChunkMap(inPieces(stored), "v1")) {
    const { id: old, ...expected } = chunks[place.ordinal]!;
    if (JSON.stringify(place) !== JSON.stringify(expected) || id === old)
      expect({ id, ...place }).toEqual({ id: "another", ...expected });
    ids.add(id);
  }
  expect(ids.size).toBe(chunks.length);
});

const two = [passage(0), passage(1)] as const;
test.each([
  ["of another version", { version: "v2", chunks: two }, /is not a map of passages/],
  [
    "with an id twice",
    { version: "v1", chunks: [two[0], { ...two[1], id: two[0].id }] },
    /passage 1 does not occur in the text/,
  ],
  [
    "with what is no id",
    { version: "v1", chunks: [{ ...two[0], id: "first" }] },
    /passage 0 does not occur in the text/,
  ],
  [
    "that goes beyond the text",
    { version: "v1", chunks: [two[0], { ...two[1], end: 2 * SIZE + 1 }] },
    /passage 1 does not occur in the text/,
  ],
  [
    "of passages that overlap",
    { version: "v1", chunks: [two[0], { ...two[1], start: 3 }] },
    /is not a map of passages/,
  ],
])("the import rejects a map %s", async (_what, map, reason) => {
  await expect(copied(JSON.stringify(map), 2 * SIZE)).rejects.toThrow(reason);
});

test("the import accepts a map without passages", async () => {
  expect(await copied('{"version":"v1","chunks":[]}', 0)).toBe('{"version":"v1","chunks":[]}');
});
