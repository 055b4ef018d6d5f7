import { beforeAll, describe, expect, test, vi } from "vitest";
import { ASSET_SORT_FIELDS } from "../../../src/domain/asset-sort.ts";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { insertAssets, insertLink } from "../../support/rows/insert-assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { scaled } from "../../support/setup/scaled.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { runSql } from "../../support/rows/run-sql.ts";

const [FEW, MANY] = [200, scaled({ whole: 20_000, share: 4_000 })];
const PAGE = 20;
/**
 * Rows read for each asset: its index entry, two look-ups of it, the asset, and its creator. `ROWS_BESIDE`
 * covers the caller and the collection.
 */
const [ROWS_PER_ASSET, ROWS_BESIDE] = [5, 25];
/** Rows read for each further collection on a page, with the caller's rights on it. */
const ROWS_PER_COLLECTION = 16;

let few: Person;
let many: Person;

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  [few, many] = [await signUp(), await signUp()];
  const fields = (at: number) => ({ name: `${(at * 7_919) % 100_000}`, size: (at * 31) % 977 });
  await insertAssets(few, few.personalId, FEW, fields);
  await insertAssets(many, many.personalId, MANY, fields);
}, 60_000);

async function list({ token, personalId }: Person, query: string, collectionId = personalId) {
  const { body, headers } = await call("GET", `/v1/collection/${collectionId}/assets?${query}`, { token });
  const rows = Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1]);
  const shown = body.data.result.entities.map(({ data }: any) => data);
  const held: string[][] = body.data.result.entities.map(({ collectionIds }: any) =>
    collectionIds.map((id: number[]) => idFromBytes("col", id)),
  );
  return { rows, shown, held, count: body.data.pagination.count as number };
}

describe("the cost of a page does not depend on the number of assets", () => {
  test.each(ASSET_SORT_FIELDS.flatMap((field) => [field, `-${field}`]))(
    "the cost of a page sorted by %s does not depend on the number of assets",
    async (sort) => {
      const query = `limit=${PAGE}&sort=${sort}`;
      const [small, large] = [await list(few, query), await list(many, query)];
      expect([small.count, large.count, large.shown.length]).toEqual([FEW, MANY, PAGE]);
      expect(large.rows).toBeLessThanOrEqual(small.rows + 5);
      expect(large.rows).toBeLessThanOrEqual(ROWS_PER_ASSET * PAGE + ROWS_BESIDE);
      const field = sort.replace("-", "");
      const values = large.shown.map((data: any) => data[field]);
      const ordered = values.toSorted((a: string | number, b: string | number) =>
        a < b ? -1 : a > b ? 1 : 0,
      );
      expect(values).toEqual(sort.startsWith("-") ? ordered.toReversed() : ordered);
    },
  );

  test.each([1, 2])(
    "a page with assets that are also in %i other collections costs a bounded number of rows for each asset and collection",
    async (others) => {
      const shared = await Promise.all(
        Array.from({ length: others + 1 }, async (_, at) => await createCollection(few, few.rootId, `${at}`)),
      );
      const sql = `INSERT INTO asset_collections (id, asset_id, collection_id, created_at, created_by)
      SELECT ? || substr(asset_id, 7), asset_id, ?, 0, '' FROM asset_collections WHERE collection_id = ? LIMIT ${PAGE}`;
      const [first = "", ...more] = shared;
      await insertAssets(few, first, PAGE, () => ({}));
      for (const [at, collectionId] of more.entries())
        await runSql(sql, `assetcol_${others}${at}`, collectionId, first);
      const { rows, held } = await list(few, `limit=${PAGE}`, first);
      expect(held.map((ids) => ids.length)).toEqual(Array.from({ length: PAGE }, () => others + 1));
      expect(rows).toBeLessThanOrEqual(ROWS_PER_ASSET * PAGE + ROWS_BESIDE + ROWS_PER_COLLECTION * others);
      expect(rows).toBeLessThanOrEqual(6 * PAGE + 60);
    },
  );

  test("the total of a listing needs no count", async () => {
    expect((await list(many, "limit=0")).rows).toBeLessThanOrEqual((await list(few, "limit=0")).rows);
  });
});

test("list order and totals stay right after renames, links and deletions, and if a link is stored before its asset", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const [first = "", second = ""] = await insertAssets(ada, ada.personalId, 2, (at) => ({ name: `${at}` }));
  const names = async (collectionId: string) => {
    const { shown, count } = await list(ada, "sort=displayName", collectionId);
    return [count, ...shown.map((data: any) => data.displayName)];
  };
  await insertLink(first, other);
  await runSql("UPDATE assets SET display_name = 'z' WHERE id = ?", first);
  expect([await names(ada.personalId), await names(other)]).toEqual([
    [2, "1", "z"],
    [1, "z"],
  ]);
  await runSql(
    "DELETE FROM asset_collections WHERE asset_id = ? AND collection_id = ?",
    first,
    ada.personalId,
  );
  await runSql("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?", second);
  expect([await names(ada.personalId), await names(other)]).toEqual([[0], [1, "z"]]);
  await runSql("UPDATE assets SET lifecycle_state = 'ready' WHERE id = ?", second);
  const late = newId("asset");
  await insertLink(late, other);
  expect(await names(other)).toEqual([1, "z"]);
  const copy = `INSERT INTO assets (id, organization_id, tenant_id, display_name, original_file_name, content_type, creation_method, lifecycle_state,
    object_key, created_at, created_by, modified_at, modified_by) SELECT ?, organization_id, tenant_id, 'a', 'a', 'text/plain', 'upload', 'ready', 'k',
    0, created_by, 0, created_by FROM assets WHERE id = ?`;
  await runSql(copy, late, first);
  expect([await names(ada.personalId), await names(other)]).toEqual([
    [1, "1"],
    [2, "a", "z"],
  ]);
});

test("the links of an asset follow flags, moved links, removed links, and more than 20 links", async () => {
  const ada = await signUp();
  const [assetId = ""] = await insertAssets(ada, ada.personalId, 1, () => ({}));
  const folders = await Promise.all(
    Array.from({ length: 23 }, async (_, at) => await createCollection(ada, ada.rootId, `${at}`)),
  );
  const holders = async () => {
    const [ids = []] = (await list(ada, "limit=1")).held;
    const live = await testEnv.DB.prepare(
      "SELECT collection_id FROM asset_collections WHERE asset_id = ? ORDER BY id",
    )
      .bind(assetId)
      .all();
    expect(ids).toEqual(live.results.map((row) => row["collection_id"]));
    return ids.length;
  };
  for (const [at, folder] of folders.slice(0, 22).entries()) {
    await insertLink(assetId, folder, ["a"]);
    expect(await holders()).toBe(at + 2);
  }
  await runSql(
    "UPDATE asset_collections SET collection_id = ? WHERE asset_id = ? AND collection_id = ?",
    folders[22] ?? "",
    assetId,
    folders[0] ?? "",
  );
  expect(await holders()).toBe(23);
  await runSql(
    "DELETE FROM asset_collections WHERE asset_id = ? AND collection_id IN (SELECT id FROM collections WHERE label IN ('1', '2', '3'))",
    assetId,
  );
  expect(await holders()).toBe(20);
  await runSql(
    "UPDATE asset_collections SET flags = '[\"b\"]' WHERE asset_id = ? AND collection_id = ?",
    assetId,
    ada.personalId,
  );
  const kept = await testEnv.DB.prepare("SELECT DISTINCT holders FROM asset_collections WHERE asset_id = ?")
    .bind(assetId)
    .all();
  const [ids, , flags] = JSON.parse(String(kept.results[0]?.["holders"]));
  expect([kept.results.length, flags[ids.indexOf(ada.personalId)], flags.length]).toEqual([1, ["b"], 20]);
});
