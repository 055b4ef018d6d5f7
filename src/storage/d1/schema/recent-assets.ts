import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idColumn, moment } from "./columns.ts";

const IS_LISTED = sql.raw("listed = 1");

/**
 * Assets that a user created, attached to a thread, or got in citations; `at` is the latest of these times.
 * Triggers maintain copies of the sort fields. `listed` is 0 during upload and after deletion.
 */
export const recentAssets = sqliteTable(
  "recent_assets",
  {
    userId: idColumn("user_id", "user").notNull(),
    assetId: idColumn("asset_id", "asset").notNull(),
    at: moment("at").notNull(),
    listed: integer("listed").notNull().default(0),
    displayName: text("display_name").notNull().default(""),
    contentType: text("content_type").notNull().default(""),
    fileSize: integer("file_size").notNull().default(0),
    assetCreatedAt: integer("asset_created_at").notNull().default(0),
    assetModifiedAt: integer("asset_modified_at").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.assetId] }),
    index("recent_assets_newest").on(table.userId, table.at, table.assetId),
    // Partial, because a trigger fills the row after the insert. So the row enters each index only once.
    index("recent_assets_by_name").on(table.userId, table.displayName, table.assetId).where(IS_LISTED),
    index("recent_assets_by_type").on(table.userId, table.contentType, table.assetId).where(IS_LISTED),
    index("recent_assets_by_size").on(table.userId, table.fileSize, table.assetId).where(IS_LISTED),
    index("recent_assets_by_creation").on(table.userId, table.assetCreatedAt, table.assetId).where(IS_LISTED),
    index("recent_assets_by_change").on(table.userId, table.assetModifiedAt, table.assetId).where(IS_LISTED),
    /** Finds users who have a changed or purged asset among their recent assets. */
    index("recent_assets_asset").on(table.assetId),
  ],
);
