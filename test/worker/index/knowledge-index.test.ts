import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Env } from "../../../src/env.ts";
import {
  foundTexts,
  indexParagraphs,
  openIndex,
  RAIL,
  searchIndex,
  storeParagraphs,
  TEA,
} from "../../support/rows/open-index.ts";
import { disableEncoder } from "../../support/faults/disable-encoder.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const { BUCKET } = env as unknown as Env;

describe("replacing an asset", () => {
  test("replacing an asset makes a search return a passage with exact offsets, page, version and the query's terms", async () => {
    const stub = openIndex();
    const paragraphs = ["\uFEFFÄ 🙂 intro.", TEA, RAIL];
    expect(await indexParagraphs(stub, paragraphs, { displayName: "Leaves.pdf" })).toEqual({
      outcome: "replaced",
      chunks: 3,
    });
    const { passages, coverage } = await searchIndex(stub, "When are TEAS plucked and fermented?");
    const whole = paragraphs.join("\n\n");
    expect(passages).toHaveLength(1);
    const passage = passages[0];
    expect(passage).toMatchObject({
      assetId: "asset_a",
      chunkId: "chunk_asset_a_1",
      displayName: "Leaves.pdf",
      version: "v1",
      page: 2,
      text: TEA,
    });
    expect(passage?.matched).toEqual(["TEAS", "plucked"]);
    expect(whole.slice(passage?.start, passage?.end)).toBe(TEA);
    expect(passage?.score).toBeGreaterThan(0);
    expect(coverage).toBeGreaterThan(0.4);
    expect(coverage).toBeLessThan(1);
  });

  test("replacing an asset with a later run replaces every row of the earlier run", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [TEA, RAIL]);
    await indexParagraphs(stub, ["Coffee is roasted."], { run: 2 });
    expect(await stub.stats()).toEqual({ assets: 1, chunks: 1 });
    expect(await foundTexts(stub, "plucked railway")).toEqual([]);
    expect(await foundTexts(stub, "coffee")).toEqual(["Coffee is roasted."]);
  });

  test("replacing an asset rejects an older run, and accepts the same run again without a change", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [TEA], { run: 3 });
    expect(await indexParagraphs(stub, [RAIL, RAIL], { run: 2 })).toEqual({
      outcome: "older_run",
      chunks: 1,
    });
    expect(await indexParagraphs(stub, [TEA], { run: 3 })).toEqual({ outcome: "replaced", chunks: 1 });
    expect(await foundTexts(stub, "tea railway")).toEqual([TEA]);
    expect(await stub.stats()).toEqual({ assets: 1, chunks: 1 });
  });

  test("replacing an asset repeatedly leaves the BM25 statistics unchanged", async () => {
    const stub = openIndex();
    for (let i = 0; i < 5; i += 1)
      await indexParagraphs(stub, [`${TEA} ${i}`, RAIL], { assetId: `asset_${i}` });
    const bm25 = async (): Promise<unknown> =>
      runInDurableObject(stub, (_, { storage }) =>
        storage.sql
          .exec("SELECT bm25(chunk_fts) AS score FROM chunk_fts WHERE chunk_fts MATCH 'tea' ORDER BY rowid")
          .toArray(),
      );
    const before = await bm25();
    for (let run = 2; run < 6; run += 1)
      await indexParagraphs(stub, [`${TEA} 0`, RAIL], { assetId: "asset_0", run });
    expect(await bm25()).toEqual(before);
  });

  test("replacing an asset concurrently keeps the latest run", async () => {
    const stub = openIndex();
    await Promise.all(
      [3, 1, 4, 2].map(async (run) => indexParagraphs(stub, [`${TEA} Run ${run}.`], { run })),
    );
    expect(await foundTexts(stub, "tea")).toEqual([`${TEA} Run 4.`]);
  });

  test("replacing an asset rejects a missing text, an invalid map, another version and offsets outside the text, and keeps the rows", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [TEA]);
    await BUCKET.put(
      "bad/outside",
      JSON.stringify({
        version: "v2",
        chunks: [{ id: "chunk_x", ordinal: 0, start: 0, end: 9999, page: 1 }],
      }),
    );
    await BUCKET.put("bad/shape", "not JSON");
    for (const bad of [
      { textKey: "none" },
      { chunksKey: "none" },
      { version: "v9" },
      { chunksKey: "bad/outside" },
      { chunksKey: "bad/shape" },
    ]) {
      const input = { ...(await storeParagraphs(stub, [RAIL], { run: 2 })), ...bad };
      const refused = await stub.replaceAsset(input).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: "failed_precondition" });
    }
    expect(await foundTexts(stub, "tea railway")).toEqual([TEA]);
  });

  test("replacing an asset indexes hundreds of chunks completely", async () => {
    disableEncoder();
    const stub = openIndex();
    const filler =
      "Ordinary sentences about weather, roads and markets fill the page until it is long enough. ".repeat(8);
    const paragraphs = Array.from({ length: 500 }, (_, i) => `Entry ${i}. ${filler}`);
    expect(await indexParagraphs(stub, paragraphs)).toEqual({ outcome: "replaced", chunks: 500 });
    expect((await foundTexts(stub, "entry 471", { limit: 1 }))[0]).toBe(paragraphs[471]);
    await stub.removeAsset({ assetId: "asset_a", run: 1 });
    expect(await stub.stats()).toEqual({ assets: 0, chunks: 0 });
  });
});

describe("removing an asset", () => {
  test("removing an asset deletes it, and the index rejects its last run and older runs afterwards", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [TEA], { run: 2 });
    await stub.removeAsset({ assetId: "asset_a", run: 2 });
    expect(await foundTexts(stub, "tea", { assetIds: ["asset_a"] })).toEqual([]);
    expect(await stub.stats()).toEqual({ assets: 0, chunks: 0 });
    expect(await indexParagraphs(stub, [TEA], { run: 1 })).toEqual({ outcome: "older_run", chunks: 0 });
    expect(await indexParagraphs(stub, [TEA], { run: 2 })).toEqual({ outcome: "older_run", chunks: 0 });
    expect(await indexParagraphs(stub, [TEA], { run: 3 })).toEqual({ outcome: "replaced", chunks: 1 });
  });

  test("removing an asset rejects the removed run even if the removal arrives first", async () => {
    const stub = openIndex();
    await stub.removeAsset({ assetId: "asset_a", run: 1 });
    expect(await indexParagraphs(stub, [TEA])).toEqual({ outcome: "older_run", chunks: 0 });
  });

  test("removing an asset keeps a later run if the removal of an earlier run arrives late", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [TEA], { run: 2 });
    await stub.removeAsset({ assetId: "asset_a", run: 1 });
    expect(await foundTexts(stub, "tea")).toEqual([TEA]);
  });
});

describe("scope", () => {
  test("the scope limits a search to assets in the given collections and the given assets", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [`${TEA} One.`], { assetId: "asset_1", collectionIds: ["col_1", "col_9"] });
    await indexParagraphs(stub, [`${TEA} Two.`], { assetId: "asset_2", collectionIds: ["col_2"] });
    await indexParagraphs(stub, [`${TEA} Three.`], { assetId: "asset_3", collectionIds: [] });
    expect(await foundTexts(stub, "tea", { collectionIds: ["col_9"] })).toEqual([`${TEA} One.`]);
    expect(await foundTexts(stub, "tea", { collectionIds: [], assetIds: ["asset_3"] })).toEqual([
      `${TEA} Three.`,
    ]);
    expect(
      (
        await foundTexts(stub, "tea", { collectionIds: ["col_2"], assetIds: ["asset_1", "asset_2"] })
      ).toSorted(),
    ).toEqual([`${TEA} One.`, `${TEA} Two.`]);
  });

  test("a scope without known collections and assets gives no results", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [TEA]);
    const nothing = { passages: [], coverage: 0 };
    expect(await searchIndex(stub, "tea", { collectionIds: [] })).toMatchObject(nothing);
    expect(
      await searchIndex(stub, "tea", {
        collectionIds: ["col_other", "%", "col_1' OR 1"],
        assetIds: ["asset_other"],
      }),
    ).toMatchObject(nothing);
    expect(await searchIndex(openIndex(), "tea")).toMatchObject(nothing);
  });

  test("the scope excludes other assets from the count and the matches, even if they make a term common", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [TEA, "Tea alone."], { assetId: "asset_mine" });
    const mine = async (): Promise<unknown> =>
      (await searchIndex(stub, "green tea")).passages
        .map(({ chunkId, matched }) => ({ chunkId, matched }))
        .toSorted((a, b) => (a.chunkId < b.chunkId ? -1 : 1));
    const before = await mine();
    await indexParagraphs(
      stub,
      Array.from({ length: 1_500 }, (_, i) => `Tea number ${i}.`),
      { assetId: "asset_theirs", collectionIds: ["col_2"] },
    );
    expect(await mine()).toEqual(before);
    expect(before).toHaveLength(2);
  });

  test("the scope follows a moved asset, and the search finds its new name", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [TEA], { displayName: "Leaves" });
    await stub.setAssetCollections({ assetId: "asset_a", collectionIds: ["col_2"], displayName: "Harvest" });
    expect(await foundTexts(stub, "tea")).toEqual([]);
    expect(await searchIndex(stub, "harvest", { collectionIds: ["col_2"] })).toMatchObject({
      passages: [{ displayName: "Harvest", text: TEA, matched: [] }],
    });
    expect(await foundTexts(stub, "leaves", { collectionIds: ["col_2"] })).toEqual([]);
  });

  test("the index keeps a move that happens during a run", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [TEA]);
    const input = await storeParagraphs(stub, [TEA], { assetId: "asset_b", displayName: "Old" });
    await runInDurableObject(stub, async (instance) => {
      const indexing = instance.replaceAsset(input);
      await instance.setAssetCollections({
        assetId: "asset_b",
        collectionIds: ["col_2"],
        displayName: "New",
      });
      await indexing;
    });
    expect((await searchIndex(stub, "tea")).passages).toMatchObject([{ assetId: "asset_a" }]);
    expect((await searchIndex(stub, "tea", { collectionIds: ["col_2"] })).passages).toMatchObject([
      { assetId: "asset_b", displayName: "New" },
    ]);
  });
});

describe("the index as derived data", () => {
  test("the index keeps its rows after an eviction of the Durable Object", async () => {
    disableEncoder();
    const stub = openIndex();
    await indexParagraphs(stub, [TEA, RAIL]);
    const before = await searchIndex(stub, "green tea");
    await evictDurableObject(stub);
    expect(await searchIndex(stub, "green tea")).toEqual(before);
    expect(await stub.stats()).toEqual({ assets: 1, chunks: 2 });
  });

  test("the index is empty after `clear` and accepts every asset again, even in the same run", async () => {
    const stub = openIndex();
    await indexParagraphs(stub, [TEA]);
    await stub.removeAsset({ assetId: "asset_gone", run: 5 });
    const before = await searchIndex(stub, "green tea");
    await stub.clear();
    expect(await stub.stats()).toEqual({ assets: 0, chunks: 0 });
    expect(await foundTexts(stub, "tea")).toEqual([]);
    await indexParagraphs(stub, [TEA]);
    expect(await searchIndex(stub, "green tea")).toEqual(before);
    expect(await indexParagraphs(stub, [RAIL], { assetId: "asset_gone" })).toEqual({
      outcome: "replaced",
      chunks: 1,
    });
  });
});
