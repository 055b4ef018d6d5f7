import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MULTIPART_STATES } from "../../../domain/multipart.ts";
import { idColumn, moment } from "./columns.ts";

/** Multipart uploads: at most one per asset. */
export const multipartUploads = sqliteTable(
  "multipart_uploads",
  {
    assetId: idColumn("asset_id", "asset").primaryKey(),
    /** Id of the upload in R2. */
    uploadId: text("upload_id").notNull(),
    /** Key of the completed object in R2. */
    objectKey: text("object_key").notNull(),
    /** Total size of all parts in bytes. */
    size: integer("size").notNull(),
    /** SHA-256 of the whole file that the client announced; "" without an announcement. */
    sha256: text("sha256").notNull(),
    state: text("state", { enum: MULTIPART_STATES }).notNull(),
    /** Expiry of the upload. Each received part extends it. */
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("multipart_uploads_expiry").on(table.expiresAt)],
);

/** The received parts of multipart uploads. */
export const multipartParts = sqliteTable(
  "multipart_parts",
  {
    assetId: idColumn("asset_id", "asset").notNull(),
    /** Part number, starting at 1. */
    number: integer("number").notNull(),
    etag: text("etag").notNull(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.number] })],
);
