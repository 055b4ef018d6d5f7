import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MULTIPART_STATES } from "../../../domain/multipart.ts";
import { idColumn, moment } from "./columns.ts";

/** Multipart uploads: at most one per asset. */
export const multipartUploads = sqliteTable(
  "multipart_uploads",
  {
    assetId: idColumn("asset_id", "asset").primaryKey(),
    /** The bucket's name for the upload. */
    uploadId: text("upload_id").notNull(),
    /** Key of the completed object. */
    objectKey: text("object_key").notNull(),
    /** Bytes of all parts together. */
    size: integer("size").notNull(),
    /** Hash of the whole file as announced; "" if not announced. */
    sha256: text("sha256").notNull(),
    state: text("state", { enum: MULTIPART_STATES }).notNull(),
    /** Expiry. Each part extends it. */
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("multipart_uploads_expiry").on(table.expiresAt)],
);

/** The received parts. */
export const multipartParts = sqliteTable(
  "multipart_parts",
  {
    assetId: idColumn("asset_id", "asset").notNull(),
    /** Starts at 1. */
    number: integer("number").notNull(),
    etag: text("etag").notNull(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.number] })],
);
