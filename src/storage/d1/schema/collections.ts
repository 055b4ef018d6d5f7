import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { moment, recordColumns, recordIndexes } from "./columns.ts";

/** `path` is the ids from the root down to and including the collection, each followed by `/`: a subtree is one range of the index. */
export const collections = sqliteTable(
  "collections",
  {
    id: text("id").primaryKey(),
    organizationId: text("organization_id").notNull(),
    tenantId: text("tenant_id").notNull(),
    parentId: text("parent_id"),
    kind: text("kind", { enum: ["root", "favorites", "organization", "personal", "collection"] }).notNull(),
    label: text("label").notNull(),
    description: text("description").notNull().default(""),
    icon: text("icon").notNull().default(""),
    lifecycleState: text("lifecycle_state", { enum: ["active", "deleted"] })
      .notNull()
      .default("active"),
    path: text("path").notNull(),
    depth: integer("depth").notNull(),
    ...recordColumns(),
  },
  (table) => [
    uniqueIndex("collections_path").on(table.path),
    index("collections_organization").on(table.organizationId),
    ...recordIndexes("collections", table),
  ],
);

/** One action that one user holds on one collection and so on its whole subtree. */
export const grants = sqliteTable(
  "grants",
  {
    id: text("id").primaryKey(),
    userId: text("user_id").notNull(),
    collectionId: text("collection_id").notNull(),
    organizationId: text("organization_id").notNull(),
    action: text("action", { enum: ["read", "chat", "write", "share", "own"] }).notNull(),
    createdAt: moment("created_at").notNull(),
    createdBy: text("created_by").notNull(),
  },
  (table) => [
    uniqueIndex("grants_user_collection_action").on(table.userId, table.collectionId, table.action),
    index("grants_collection").on(table.collectionId),
    index("grants_creator").on(table.createdBy),
  ],
);
