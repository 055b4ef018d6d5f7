import { integer, sqliteTable, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn } from "./columns.ts";

/**
 * Row numbers of assets in `asset_name_grams`, in order of registration. The migration creates that FTS5
 * table: it holds the three characters at every position of an asset's names, prefixed with the
 * organization's id. Triggers keep both.
 */
export const assetNames = sqliteTable(
  "asset_names",
  { id: integer("id").primaryKey(), assetId: idColumn("asset_id", "asset").notNull() },
  (table) => [uniqueIndex("asset_names_asset").on(table.assetId)],
);
