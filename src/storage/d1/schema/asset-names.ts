import { integer, sqliteTable, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn } from "./columns.ts";

/**
 * The row numbers by which `asset_name_grams` knows assets, in the order of their registration. That table is FTS5, made by the migration:
 * of each place in an asset's names the three characters that begin there, behind its organization's id. Triggers keep both.
 */
export const assetNames = sqliteTable(
  "asset_names",
  { id: integer("id").primaryKey(), assetId: idColumn("asset_id", "asset").notNull() },
  (table) => [uniqueIndex("asset_names_asset").on(table.assetId)],
);
