import { integer, sqliteTable, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn } from "./columns.ts";

/**
 * Row numbers of assets in the FTS5 table `asset_name_grams`, which the migration creates. That table holds
 * the trigrams of an asset's names, prefixed with the organization's id. Triggers maintain both tables.
 */
export const assetNames = sqliteTable(
  "asset_names",
  { id: integer("id").primaryKey(), assetId: idColumn("asset_id", "asset").notNull() },
  (table) => [uniqueIndex("asset_names_asset").on(table.assetId)],
);
