/**
 * Promise: No passage is longer than the chunker's limit: imports reject such an archive, and the index
 * rejects such a passage map. Attack: An archive contained passages of 1.5 MiB. Every later search read and
 * normalized them, and blocked other callers for 4 to 20 seconds.
 */
import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { MAX_PASSAGE_CHARS, MAX_LOCATORS_PER_PASSAGE } from "../../src/domain/passage-limits.ts";
import type { KnowledgeIndex } from "../../src/knowledge-index/knowledge-index.ts";
import { ChangedExport, importRejection } from "../support/fixtures/changed-export.ts";
import { testEnv } from "../support/setup/env.ts";
import { importArchives } from "../support/http/imports.ts";
import { signUp } from "../support/http/person.ts";

let origin: ChangedExport;
beforeAll(async () => {
  origin = await ChangedExport.make();
});

const NOTHING = { collections: 0, assets: 0, threads: 0, objectsOf: 1 };
const LONG = `${"The gate opens at noon. ".repeat(200)}\n`;

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex");
}

/** The export with another text and a map of its passages. */
async function withMap(text: string, passages: readonly object[]): Promise<Uint8Array> {
  const { asset, version: old } = origin.names;
  const version = await hashOf(text);
  const chunks = passages.map((passage, ordinal) => ({ id: newId("chunk"), ordinal, page: 0, ...passage }));
  return await origin.changed({
    "assets.jsonl": origin.lines("assets.jsonl", (record) => ({
      ...record,
      textVersion: version,
      textVersions: [version],
    })),
    [`texts/${asset}/${old}.txt`]: null,
    [`texts/${asset}/${old}.chunks.json`]: null,
    [`texts/${asset}/${version}.txt`]: text,
    [`texts/${asset}/${version}.chunks.json`]: JSON.stringify({ version, chunks }),
  });
}

const runs = (count: number) =>
  Array.from({ length: count }, (_, at) => [at, { kind: "line", line: at + 1 }]);

describe("an import", () => {
  test.each([
    [
      "a passage that is one character too long",
      [{ start: 0, end: MAX_PASSAGE_CHARS + 1 }],
      /passage 0 has more than 1,500 characters/,
    ],
    [
      "a long passage behind a good one",
      [
        { start: 0, end: 10 },
        { start: 10, end: 4_000 },
      ],
      /passage 1 has more than 1,500 characters/,
    ],
    [
      "a passage with more locators than the chunker writes",
      [{ start: 0, end: 1_000, locators: runs(MAX_LOCATORS_PER_PASSAGE + 1) }],
      /passage 0 tells of more than 128 places/,
    ],
    [
      "places outside of the passage",
      [{ start: 0, end: 10, locators: [[10, null]] }],
      /passage 0 tells of places outside/,
    ],
  ])("rejects %s, and creates no asset", async (_what, passages, reason) => {
    const { reason: told, content } = await importRejection(await withMap(LONG, passages));
    expect(told).toMatch(reason);
    // The import keeps the collections of an earlier slice.
    expect(content).toEqual({ ...NOTHING, collections: 1 });
  });

  test("accepts the longest passages that the chunker makes", async () => {
    const passages = [0, 1, 2].map((nth) => ({
      start: nth * MAX_PASSAGE_CHARS,
      end: (nth + 1) * MAX_PASSAGE_CHARS,
    }));
    const archive = await withMap(LONG, [
      { ...passages[0], locators: runs(MAX_LOCATORS_PER_PASSAGE) },
      ...passages.slice(1),
    ]);
    expect(await importArchives(await signUp(), archive)).toMatchObject({ state: "done", failureReason: "" });
  });
});

describe("the index", () => {
  test("rejects a map with a longer passage, and stores no part of it", async () => {
    const [textKey, chunksKey] = [newId("op"), newId("op")];
    const chunks = [
      { id: newId("chunk"), ordinal: 0, start: 0, end: 100, page: 0 },
      { id: newId("chunk"), ordinal: 1, start: 100, end: 100 + MAX_PASSAGE_CHARS + 1, page: 0 },
    ];
    await testEnv.BUCKET.put(textKey, LONG);
    await testEnv.BUCKET.put(chunksKey, JSON.stringify({ version: "v1", chunks }));
    const stub = testEnv.KNOWLEDGE_INDEX.getByName(`${newId("org")}/0`);
    const assetId = newId("asset");
    const input = {
      assetId,
      run: 1,
      version: "v1",
      displayName: "gate.txt",
      collectionIds: [newId("col")],
      textKey,
      chunksKey,
    };
    await runInDurableObject(stub, async (index: KnowledgeIndex) => {
      await expect(index.replaceAsset(input)).rejects.toThrow("passage 1 has more than 1,500 characters");
      expect(index.countPassages(assetId)).toBe(0);
    });
  });
});

describe("other fields of an archive", () => {
  const changed = async (change: object) =>
    await origin.changed({
      "assets.jsonl": origin.lines("assets.jsonl", (record) => ({ ...record, ...change })),
    });

  test.each([
    [
      "a size that overflows a sum",
      { fileSize: Number.MAX_SAFE_INTEGER },
      /"fileSize" is more than 1,000,000,000,000/,
    ],
    ["a hash as long as a book", { sha256: "a".repeat(65) }, /"sha256" has more than 64/],
  ])("rejects %s", async (_what, change, reason) => {
    const { reason: told, content } = await importRejection(await changed(change));
    expect(told).toMatch(reason);
    expect(content).toEqual(NOTHING);
  });

  test.each([
    [
      "a position that no thread reaches",
      () => ({ position: Number.MAX_SAFE_INTEGER }),
      /"position" is more than 1,000,000,000/,
    ],
    [
      "tokens that overflow a sum",
      () => ({ inputTokens: Number.MAX_SAFE_INTEGER }),
      /"tokens" is more than 1,000,000,000/,
    ],
    [
      "a citation that ends before it begins",
      ({ citations }: any) => ({ citations: citations.map((each: any) => ({ ...each, start: 9, end: 3 })) }),
      /a citation has an invalid end/,
    ],
  ])("rejects %s", async (_what, change, reason) => {
    const name = `threads/${origin.names.thread}.jsonl`;
    const archive = await origin.changed({
      [name]: origin.lines(name, (record) => ({ ...record, ...change(record) })),
    });
    expect((await importRejection(archive)).reason).toMatch(reason);
  });
});
