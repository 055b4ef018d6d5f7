import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn, moment, recordColumns, recordIndexes } from "./columns.ts";

/** `path` is the ids from the root down to and including the collection, each followed by `/`: a subtree is one range of the index. */
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
    /** How many assets it holds itself that are not deleted; kept by triggers. */
    assetCount: integer("asset_count").notNull().default(0),
    /** How many people hold grants on the collection itself; kept by triggers. */
    memberCount: integer("member_count").notNull().default(0),
    /** How many of those assets are not read yet; kept by triggers. */
    unreadCount: integer("unread_count").notNull().default(0),
    /** How many threads that are not deleted have it as their home or are linked into it; kept by triggers. */
    threadCount: integer("thread_count").notNull().default(0),
    /** How many rows of `subtree_assets` it has; kept by triggers. */
    subtreeCount: integer("subtree_count").notNull().default(0),
    /** Null when these are all that the subtree holds; else they are of the assets up to this id. */
    subtreeListedTo: text("subtree_listed_to"),
    ...recordColumns(),
  },
  (table) => [
    uniqueIndex("collections_path").on(table.path),
    /** Which lists are to be completed. */
    index("collections_to_list")
      .on(table.organizationId, table.id)
      .where(sql`subtree_listed_to IS NOT NULL`),
    /** Finds what is not read yet below a collection, however much is below it. */
    index("collections_unread")
      .on(table.path)
      .where(sql`unread_count > 0`),
    index("collections_organization").on(table.organizationId),
    /** Finds a node's first child and its next sibling: how trees are read. */
    index("collections_children")
      .on(table.parentId, table.id)
      .where(sql`lifecycle_state = 'active'`),
    ...recordIndexes("collections", table),
  ],
);

/** A person with all their grants on a collection itself, with a copy of their name: lists are read off its index. Written by triggers alone. */
export const collectionMembers = sqliteTable(
  "collection_members",
  {
    collectionId: idColumn("collection_id", "col").notNull(),
    userId: idColumn("user_id", "user").notNull(),
    name: text("name").notNull(),
    /** Comma-separated. */
    actions: text("actions").notNull(),
    /** Whether one of the grants does. */
    showsAddress: integer("shows_address", { mode: "boolean" }).notNull(),
    /** Whether there is such an account. */
    listed: integer("listed", { mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.userId] }),
    /** All that a list needs of them. */
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

/** One action that one user holds on one collection and so on its whole subtree. */
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
    /** False when a stranger gave it by the user's id: anyone who shares the collection learns no address by it. */
    showsAddress: integer("shows_address", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [
    uniqueIndex("grants_user_collection_action").on(table.userId, table.collectionId, table.action),
    /** A user's grants, the oldest first. */
    index("grants_user").on(table.userId, table.id),
    /** Where somebody may read, an organization at a time. */
    index("grants_user_organization").on(table.userId, table.organizationId, table.collectionId),
    index("grants_collection").on(table.collectionId),
    index("grants_creator").on(table.createdBy),
  ],
);
