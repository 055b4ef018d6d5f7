import { type Column, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { CollectionRow } from "../collections/collections.ts";
import type { Database } from "../core/database.ts";
import { assets } from "../schema/assets.ts";
import { collections } from "../schema/collections.ts";
import {
  findGrantsOn,
  findParentCollections,
  findVisibleAssets,
  parentCollectionsOf,
  type VisibleAssetRow,
  visibleColumns,
} from "./visible-assets.ts";

/**
 * `collections` is a JSON list of the active collections that hold the asset, each a list of columns. Absent
 * if another statement yields the collections.
 */
type PageRow = VisibleAssetRow & { readonly collections?: string };

/**
 * Assets in the order of `page`, their active collections, the collection `besides`, and the actor's grants
 * on these collections. Each asset row includes its collections, so one search finds the page.
 * `splitVisiblePage` separates assets and collections.
 * @param page SQL that yields `id` and `holders` of assets
 */
export function findVisiblePage(db: Database, actor: SQL, page: SQL, besides: string) {
  const paths = sql`SELECT path FROM collections WHERE id = ${besides} UNION ALL SELECT hp.path FROM (${page}) paged
    CROSS JOIN json_each(${parentCollectionsOf("paged")} -> 0) held CROSS JOIN collections hp ON hp.id = held.value AND hp.lifecycle_state = 'active'`;
  return {
    page: db.build
      .select({ ...visibleColumns(), collections: othersThan(besides).as("collections") })
      .from(sql`(${page}) shown`)
      .crossJoin(assets)
      .where(sql`${assets.id} = shown.id`),
    holding: db.build
      .select()
      .from(collections)
      .where(sql`${collections.id} = ${besides} AND ${collections.lifecycleState} = 'active'`),
    grants: findGrantsOn(db, actor, paths),
  };
}

/**
 * Like `findVisiblePage`, for pages that one look-up per asset finds. This variant searches the page twice,
 * but reads a collection that holds all its assets only once.
 */
export function findSmallVisiblePage(db: Database, actor: SQL, page: SQL, besides: string) {
  return {
    page: findVisibleAssets(db, page),
    ...findParentCollections(db, actor, page, sql`SELECT ${besides}`),
  };
}

const COLUMNS: readonly [string, Column][] = Object.entries(getTableColumns(collections));

/** The collections that hold an asset, except `besides`, which the page reads once. */
const othersThan = (
  besides: string,
): SQL<string> => sql<string>`(SELECT json_group_array(json_array(${sql.join(
  COLUMNS.map(([, { name }]) => sql`hc.${sql.identifier(name)}`),
  sql`, `,
)})) FROM json_each(${parentCollectionsOf("assets")} -> 0) held
  CROSS JOIN collections hc ON hc.id = held.value AND hc.lifecycle_state = 'active' WHERE held.value <> ${besides})`;

interface FoundPage {
  readonly page: readonly PageRow[];
  readonly holding: readonly CollectionRow[];
}

/** @param found rows of `findVisiblePage` or `findSmallVisiblePage` */
export function splitVisiblePage({ page, holding }: FoundPage): {
  readonly assets: readonly VisibleAssetRow[];
  readonly holding: CollectionRow[];
} {
  const known = new Map(holding.map((row) => [row.id, row]));
  for (const row of page.flatMap(listedIn)) known.set(row.id, row);
  return { assets: page, holding: [...known.values()] };
}

const listedIn = ({ collections: listed = "[]" }: PageRow): CollectionRow[] =>
  (JSON.parse(listed) as unknown[][]).map(rowOf);

const rowOf = (values: readonly unknown[]): CollectionRow =>
  Object.fromEntries(
    COLUMNS.map(([key, column], at) => [
      key,
      values[at] === null ? null : column.mapFromDriverValue(values[at]),
    ]),
  ) as unknown as CollectionRow;
