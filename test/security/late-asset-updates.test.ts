/**
 * Promise: The index writes nothing into the row of a deleted asset: the row keeps the id and the last run
 * alone. Attack: An update of an asset's name arrived after its deletion. The index wrote the name into the
 * empty row, and the deletion check missed it.
 */
import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import type { KnowledgeIndex } from "../../src/knowledge-index/knowledge-index.ts";
import { openIndex, storeParagraphs } from "../support/rows/open-index.ts";
import { long } from "../support/rows/long-texts.ts";

const NEWS = { assetId: "asset_a", collectionIds: ["col_late"], displayName: "Quixotic plan.txt" };

/** All that the index knows from the asset's row. */
function recordOf(sql: SqlStorage) {
  const [asset] = sql
    .exec("SELECT removed, version, display_name, chunks FROM asset WHERE id = 'asset_a'")
    .toArray();
  const count = (rest: string): number =>
    sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${rest}`).one().n;
  return {
    asset,
    collections: count("asset_collection"),
    title_update: count("title_update"),
    texts: count("chunk") + count("asset_fts"),
  };
}

const EMPTY = {
  asset: { removed: 1, version: null, display_name: "", chunks: 0 },
  collections: 0,
  title_update: 0,
  texts: 0,
};

test.each([
  [
    "a short text",
    async (stub: Parameters<typeof long>[0]) =>
      await storeParagraphs(stub, ["Tea."], { displayName: NEWS.displayName }),
  ],
  [
    "a long text",
    async (stub: Parameters<typeof long>[0]) => ({ ...(await long(stub, 1)), displayName: NEWS.displayName }),
  ],
])("late updates of the name and collections of %s leave its deleted row unchanged", async (_what, make) => {
  const stub = openIndex();
  const input = await make(stub);
  await runInDurableObject(stub, async (index: KnowledgeIndex, { storage: { sql } }) => {
    await index.replaceAsset(input);
    await index.setAssetCollections({ ...NEWS, displayName: "Other name.txt" });
    await index.purgeAsset("asset_a");
    expect(recordOf(sql)).toEqual(EMPTY);
    await index.setAssetCollections(NEWS);
    expect(recordOf(sql)).toEqual(EMPTY);
    expect(await index.replaceAsset(input)).toEqual({ outcome: "older_run", chunks: 0 });
    expect(recordOf(sql)).toEqual(EMPTY);
  });
});

test("updates before the first run count, and a run later than the deleted one brings its own name", async () => {
  const stub = openIndex();
  const input = await storeParagraphs(stub, ["Tea."], { run: 2, displayName: "Own name.txt" });
  await runInDurableObject(stub, async (index: KnowledgeIndex, { storage: { sql } }) => {
    await index.removeAsset({ assetId: "asset_a", run: 1 });
    await index.setAssetCollections(NEWS);
    await index.replaceAsset(input);
    expect(recordOf(sql)).toMatchObject({
      asset: { removed: 0, display_name: "Own name.txt" },
      collections: 1,
    });
  });
});
