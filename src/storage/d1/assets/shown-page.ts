import { type Column, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { Database } from "../core/database.ts";
import { assets } from "../schema/assets.ts";
import { collections } from "../schema/collections.ts";
import type { CollectionRow } from "../collections/collections.ts";
import { findGrantsOn, findHoldingCollections, findShownAssets, holdersOf, type ShownAssetRow, shownColumns } from "./shown-assets.ts";

/** A row that is an asset of the page, or a collection that holds some of it: the other's columns are null. */
type PageRow = Record<string, unknown>;

/**
 * Assets in the order of `page`, the active collections that hold them and the one named `besides`, readable or not, and the actor's grants on
 * these. Assets and collections come as rows of one statement, so that the page is looked for once: `partPage` parts them.
 * @param page yields `id` and `holders` of assets
 */
export function findShownPage(db: Database, actor: SQL, page: SQL, besides: string) {
  const paged = sql`WITH paged AS MATERIALIZED (${page})`;
  const holders = sql`(SELECT ${besides} AS id UNION SELECT held.value
    FROM (SELECT DISTINCT ${holdersOf("paged")} -> 0 AS ids FROM paged) CROSS JOIN json_each(ids) held) holder`;
  const entries = sql`(${paged} SELECT paged.id AS asset_id, NULL AS collection_id FROM paged UNION ALL SELECT NULL, holder.id FROM ${holders}) entry`;
  const paths = sql`SELECT hp.path FROM (${paged} SELECT holder.id FROM ${holders}) holds
    CROSS JOIN collections hp ON hp.id = holds.id AND hp.lifecycle_state = 'active'`;
  return {
    page: db.build
      .select({ ...shownColumns(), ...prefixedColumns() })
      .from(entries)
      .leftJoin(assets, sql`${assets.id} = entry.asset_id`)
      .leftJoin(collections, sql`${collections.id} = entry.collection_id AND ${collections.lifecycleState} = 'active'`),
    holding: db.build
      .select()
      .from(collections)
      .where(sql`${collections.id} = ''`),
    grants: findGrantsOn(db, actor, paths),
  };
}

/** The same of a page that is found with one look-up for each asset: it is looked for twice, which is less than handing it on. */
export function findNearPage(db: Database, actor: SQL, page: SQL, besides: string) {
  return { page: findShownAssets(db, page), ...findHoldingCollections(db, actor, page, sql`SELECT ${besides}`) };
}

const PREFIX = "holding_";

/** Rows of a batch come back by name: those of collections get other names than those of assets. */
function prefixedColumns(): Record<string, SQL.Aliased> {
  const columns: [string, Column][] = Object.entries(getTableColumns(collections));
  return Object.fromEntries(columns.map(([key, column]) => [PREFIX + key, sql`${column}`.mapWith(column).as(PREFIX + column.name)]));
}

interface FoundPage {
  readonly page: readonly PageRow[];
  readonly holding: readonly CollectionRow[];
}

/** @param found by `findShownPage` or `findNearPage` */
export function partPage(found: FoundPage): { readonly assets: ShownAssetRow[]; readonly holding: CollectionRow[] } {
  const isSet = (value: unknown): boolean => value !== null && value !== undefined;
  const shown = found.page.filter(({ id }) => isSet(id));
  const held = found.page.filter((row) => isSet(row[`${PREFIX}id`]));
  const unprefixed = (row: PageRow): [string, unknown][] =>
    Object.entries(row).flatMap(([key, value]) => (key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), value]] : []));
  return {
    assets: shown.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith(PREFIX))),
    ) as unknown as ShownAssetRow[],
    holding: [...found.holding, ...(held.map((row) => Object.fromEntries(unprefixed(row))) as unknown as CollectionRow[])],
  };
}
