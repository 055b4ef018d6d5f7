import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn } from "./columns.ts";

/** Where what is in an archive, or attached to a message, is unpacked to. */
export const archives = sqliteTable(
  "archives",
  {
    assetId: idColumn("asset_id", "asset").primaryKey(),
    collectionId: idColumn("collection_id", "col").notNull(),
  },
  (table) => [index("archives_collection").on(table.collectionId)],
);

/** The files in an archive, by their paths: the asset that each becomes, which may not be there yet, or not any more. */
export const archiveMembers = sqliteTable(
  "archive_members",
  {
    parentId: idColumn("parent_id", "asset").notNull(),
    path: text("path").notNull(),
    position: integer("position").notNull(),
    assetId: idColumn("asset_id", "asset").notNull(),
    /** 1 until its processing was begun in its turn. */
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
