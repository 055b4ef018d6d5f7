import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn, moment, recordColumns, recordIndexes } from "./columns.ts";

/**
 * `path` holds the ids from the root down to the collection, each followed by `/`, so a subtree is one range
 * of the index.
 */
export const collections = sqliteTable(
  "collections",
  {
    id: idColumn("id", "col").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    tenantId: idColumn("tenant_id", "tenant").notNull(),
    parentId: idColumn("parent_id", "col"),
    kind: text("kind", { enum: ["root", "favorites", "organization", "personal", "collection"] }).notNull(),
    label: text("label").notNull(),
    description: text("description").notNull().default(""),
    icon: text("icon").notNull().default(""),
    lifecycleState: text("lifecycle_state", { enum: ["active", "deleted"] })
      .notNull()
      .default("active"),
    path: text("path").notNull(),
    depth: integer("depth").notNull(),
    /** Number of assets in the collection itself that are not deleted; kept by triggers. */
    assetCount: integer("asset_count").notNull().default(0),
    /** Number of users with grants on the collection itself; kept by triggers. */
    memberCount: integer("member_count").notNull().default(0),
    /** Number of those assets that are not processed yet; kept by triggers. */
    unreadCount: integer("unread_count").notNull().default(0),
    /** Number of threads at home here or linked here that are not deleted; kept by triggers. */
    threadCount: integer("thread_count").notNull().default(0),
    /** Number of the collection's rows in `subtree_assets`; kept by triggers. */
    subtreeCount: integer("subtree_count").notNull().default(0),
    /** Null if the list is complete; otherwise the list holds the assets up to this id. */
    subtreeListedTo: text("subtree_listed_to"),
    ...recordColumns(),
  },
  (table) => [
    uniqueIndex("collections_path").on(table.path),
    /** Lists to complete. */
    index("collections_to_list")
      .on(table.organizationId, table.id)
      .where(sql`subtree_listed_to IS NOT NULL`),
    /** Finds unprocessed assets below a collection at a cost independent of the subtree's size. */
    index("collections_unread")
      .on(table.path)
      .where(sql`unread_count > 0`),
    index("collections_organization").on(table.organizationId),
    /** Finds a node's first child and its next sibling, for reading trees. */
    index("collections_children")
      .on(table.parentId, table.id)
      .where(sql`lifecycle_state = 'active'`),
    ...recordIndexes("collections", table),
  ],
);

/**
 * A user with all their grants on a collection itself and a copy of their name, so an index serves lists of
 * members. Only triggers write this table.
 */
export const collectionMembers = sqliteTable(
  "collection_members",
  {
    collectionId: idColumn("collection_id", "col").notNull(),
    userId: idColumn("user_id", "user").notNull(),
    name: text("name").notNull(),
    /** Comma-separated. */
    actions: text("actions").notNull(),
    /** Whether one of the grants shows it. */
    showsAddress: integer("shows_address", { mode: "boolean" }).notNull(),
    /** Whether the account exists. */
    listed: integer("listed", { mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.userId] }),
    /** Covers everything that a list shows. */
    index("collection_members_by_name").on(
      table.collectionId,
      table.listed,
      sql`name COLLATE NOCASE`,
      table.userId,
      table.actions,
      table.showsAddress,
    ),
    index("collection_members_user").on(table.userId),
  ],
);

/** One action of one user on one collection and its whole subtree. */
export const grants = sqliteTable(
  "grants",
  {
    id: idColumn("id", "perm").primaryKey(),
    userId: idColumn("user_id", "user").notNull(),
    collectionId: idColumn("collection_id", "col").notNull(),
    organizationId: idColumn("organization_id", "org").notNull(),
    action: text("action", { enum: ["read", "chat", "write", "share", "own"] }).notNull(),
    createdAt: moment("created_at").notNull(),
    createdBy: idColumn("created_by", "user").notNull(),
    /**
     * False if a stranger granted it by the user's id, so sharers of the collection do not learn the address.
     */
    showsAddress: integer("shows_address", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [
    uniqueIndex("grants_user_collection_action").on(table.userId, table.collectionId, table.action),
    /** A user's grants, oldest first. */
    index("grants_user").on(table.userId, table.id),
    /** The organizations in which a user may read. */
    index("grants_user_organization").on(table.userId, table.organizationId, table.collectionId),
    index("grants_collection").on(table.collectionId),
    index("grants_creator").on(table.createdBy),
  ],
);
