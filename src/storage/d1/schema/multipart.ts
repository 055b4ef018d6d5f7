import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MULTIPART_STATES } from "../../../domain/multipart.ts";
import { idColumn, moment } from "./columns.ts";

/** Uploads in parts: at most one an asset. */
export const multipartUploads = sqliteTable(
  "multipart_uploads",
  {
    assetId: idColumn("asset_id", "asset").primaryKey(),
    /** The bucket's name for it. */
    uploadId: text("upload_id").notNull(),
    /** Where its bytes lie once it is completed. */
    objectKey: text("object_key").notNull(),
    /** Of all parts, in bytes. */
    size: integer("size").notNull(),
    /** Of the whole file, as its sender says; "" when they do not. */
    sha256: text("sha256").notNull(),
    state: text("state", { enum: MULTIPART_STATES }).notNull(),
    /** From when on it is forgotten; each part puts it off. */
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("multipart_uploads_expiry").on(table.expiresAt)],
);

/** The parts that have come. */
export const multipartParts = sqliteTable(
  "multipart_parts",
  {
    assetId: idColumn("asset_id", "asset").notNull(),
    /** From 1. */
    number: integer("number").notNull(),
    etag: text("etag").notNull(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.number] })],
);
