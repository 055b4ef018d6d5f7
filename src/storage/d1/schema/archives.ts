import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn } from "./columns.ts";

/** The collection that receives the entries of an archive or the attachments of a message. */
export const archives = sqliteTable(
  "archives",
  {
    assetId: idColumn("asset_id", "asset").primaryKey(),
    collectionId: idColumn("collection_id", "col").notNull(),
  },
  (table) => [index("archives_collection").on(table.collectionId)],
);

/**
 * Paths of an archive's entries, each with its asset id. The asset may not exist yet, or may already be
 * deleted.
 */
export const archiveMembers = sqliteTable(
  "archive_members",
  {
    parentId: idColumn("parent_id", "asset").notNull(),
    path: text("path").notNull(),
    position: integer("position").notNull(),
    assetId: idColumn("asset_id", "asset").notNull(),
    /** 1 until the processing of the entry starts. */
    waits: integer("waits").notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.parentId, table.path] }),
    uniqueIndex("archive_members_asset").on(table.assetId),
    index("archive_members_waiting")
      .on(table.parentId, table.position)
      .where(sql`waits = 1`),
  ],
);
