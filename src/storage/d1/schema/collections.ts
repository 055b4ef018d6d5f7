import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn, moment, recordColumns, recordIndexes } from "./columns.ts";

/**
 * `path` holds the ids from the root to the collection, each followed by `/`. A subtree is one range of the
 * path index.
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
    /**
     * Number of assets linked directly into the collection that are not deleted. Triggers maintain this
     * count.
     */
    assetCount: integer("asset_count").notNull().default(0),
    /** Number of users with grants on the collection itself. Triggers maintain this count. */
    memberCount: integer("member_count").notNull().default(0),
    /** Number of unprocessed assets linked directly into the collection. Triggers maintain this count. */
    unreadCount: integer("unread_count").notNull().default(0),
    /**
     * Number of threads with this home or a link into this collection that are not deleted. Triggers maintain
     * this count.
     */
    threadCount: integer("thread_count").notNull().default(0),
    /** Number of rows of the collection's subtree list in `subtree_assets`. Triggers maintain this count. */
    subtreeCount: integer("subtree_count").notNull().default(0),
    /** Null if the subtree list is complete. Otherwise the last asset id of the completed part. */
    subtreeListedTo: text("subtree_listed_to"),
    ...recordColumns(),
  },
  (table) => [
    uniqueIndex("collections_path").on(table.path),
    /** Finds incomplete subtree lists. */
    index("collections_to_list")
      .on(table.organizationId, table.id)
      .where(sql`subtree_listed_to IS NOT NULL`),
    /** Finds unprocessed assets in a subtree at a cost independent of the subtree's size. */
    index("collections_unread")
      .on(table.path)
      .where(sql`unread_count > 0`),
    /** Finds the collections of a subtree that have members of their own. */
    index("collections_with_members")
      .on(table.path)
      .where(sql`member_count > 0`),
    index("collections_organization").on(table.organizationId),
    /** Finds the first child and the next sibling of a collection when a query reads a tree. */
    index("collections_children")
      .on(table.parentId, table.id)
      .where(sql`lifecycle_state = 'active'`),
    ...recordIndexes("collections", table),
  ],
);

/**
 * Members of a collection: each user with their grants on the collection itself and a copy of their name, so
 * an index serves each order. Only triggers write this table.
 */
export const collectionMembers = sqliteTable(
  "collection_members",
  {
    collectionId: idColumn("collection_id", "col").notNull(),
    userId: idColumn("user_id", "user").notNull(),
    name: text("name").notNull(),
    /** Comma-separated list of actions. */
    actions: text("actions").notNull(),
    /** Whether at least one of the user's grants shows the address. */
    showsAddress: integer("shows_address", { mode: "boolean" }).notNull(),
    /** Whether the user's account exists. */
    listed: integer("listed", { mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.userId] }),
    /** Covering index for lists of members by name. */
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

/** Permission for one action of one user on a collection and its subtree. */
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
     * False if a user who does not know the person granted access by user id. Members of the collection then
     * do not see the address.
     */
    showsAddress: integer("shows_address", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [
    uniqueIndex("grants_user_collection_action").on(table.userId, table.collectionId, table.action),
    /** Finds a user's grants, oldest first. */
    index("grants_user").on(table.userId, table.id),
    /** Finds the organizations in which a user may read. */
    index("grants_user_organization").on(table.userId, table.organizationId, table.collectionId),
    index("grants_collection").on(table.collectionId),
    index("grants_creator").on(table.createdBy),
  ],
);
