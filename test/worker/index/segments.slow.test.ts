import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import type { KnowledgeIndex } from "../../../src/knowledge-index/knowledge-index.ts";
import {
  foundTexts,
  indexParagraphs,
  openIndex,
  RAIL,
  storeParagraphs,
  TEA,
} from "../../support/rows/open-index.ts";

/** Counts the segments of each FTS5 table. FTS5 allows 2,000 for each table. */
async function segmentsOf(stub: DurableObjectStub<KnowledgeIndex>): Promise<number[]> {
  return await runInDurableObject(stub, (_, { storage: { sql } }) =>
    ["chunk_fts", "asset_fts"].map((table) =>
      Number(sql.exec(`SELECT count(DISTINCT segid) AS n FROM ${table}_idx`).one()["n"]),
    ),
  );
}

test("the index merges the segments that the deletion of many documents leaves", async () => {
  const stub = openIndex();
  const ids = Array.from({ length: 150 }, (_, n) => `asset_${n}`);
  const input = await storeParagraphs(stub, [TEA]);
  await stub.replaceAssets(ids.map((assetId) => ({ ...input, assetId })));
  for (const assetId of ids) await stub.removeAsset({ assetId, run: 1 });
  for (const segments of await segmentsOf(stub)) expect(segments).toBeLessThan(40);
  await indexParagraphs(stub, [RAIL], { assetId: "asset_new" });
  expect(await foundTexts(stub, "railway")).toEqual([RAIL]);
});

test("segments stay below the limit even if no write merges them", async () => {
  const stub = openIndex();
  await indexParagraphs(stub, [RAIL]);
  await runInDurableObject(stub, (_, { storage }) => {
    const insert = "INSERT INTO asset_fts (rowid, title, body) VALUES (?, ?, ?)";
    for (let n = 0; n < 4_200; n += 1)
      storage.transactionSync(() => storage.sql.exec(insert, 1_000_000 + n, "tea", "green"));
  });
  const [, segments = 0] = await segmentsOf(stub);
  expect(segments).toBeLessThan(1_000);
});
