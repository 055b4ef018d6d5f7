import { desc, sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn, moment, recordColumns, recordIndexes } from "./columns.ts";

/** `steps`, `keywords` and `lifecyclesCompleted` are JSON, parsed by domain/asset.ts. */
export const assets = sqliteTable(
  "assets",
  {
    id: idColumn("id", "asset").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    tenantId: idColumn("tenant_id", "tenant").notNull(),
    projectId: idColumn("project_id", "project"),
    /** Which object of the organization's index holds its chunks. */
    shard: integer("shard").notNull().default(0),
    displayName: text("display_name").notNull(),
    originalFileName: text("original_file_name").notNull(),
    contentType: text("content_type").notNull(),
    creationMethod: text("creation_method", { enum: ["upload", "paste", "url", "record"] }).notNull(),
    sourceUrl: text("source_url").notNull().default(""),
    lifecycleState: text("lifecycle_state", { enum: ["uploading", "uploaded", "processing", "ready", "failed", "deleted"] }).notNull(),
    lifecyclesCompleted: text("lifecycles_completed").notNull().default("[]"),
    objectKey: text("object_key").notNull(),
    /** The stored object's etag, pinned by notify: later reads insist on it. */
    objectEtag: text("object_etag").notNull().default(""),
    /** JSON `{key, etag, size}`: what the bucket said of the bytes that came last; "" before any did. Holds for the object of that key. */
    received: text("received").notNull().default(""),
    sha256: text("sha256").notNull().default(""),
    fileSize: integer("file_size").notNull().default(0),
    /** What the client said that its bytes are, before it sent them: others are refused. */
    announcedSize: integer("announced_size"),
    announcedSha256: text("announced_sha256").notNull().default(""),
    /** The processing run that owns the asset: raised whenever processing starts over, so that a late older run is refused. */
    run: integer("run").notNull().default(0),
    /** Hash of the current extracted text, "" before there is one. */
    textVersion: text("text_version").notNull().default(""),
    textTokens: integer("text_tokens").notNull().default(0),
    summary: text("summary").notNull().default(""),
    summaryTokens: integer("summary_tokens").notNull().default(0),
    keywords: text("keywords").notNull().default("[]"),
    keywordsTokens: integer("keywords_tokens").notNull().default(0),
    extractionStrategy: text("extraction_strategy").notNull().default(""),
    chunkingStrategy: text("chunking_strategy").notNull().default(""),
    keywordStrategy: text("keyword_strategy").notNull().default(""),
    summaryStrategy: text("summary_strategy").notNull().default(""),
    workerStrategy: text("worker_strategy").notNull().default(""),
    failureReason: text("failure_reason").notNull().default(""),
    processingMessage: text("processing_message").notNull().default(""),
    processingErrorMessage: text("processing_error_message").notNull().default(""),
    processInBackground: integer("process_in_background", { mode: "boolean" }).notNull().default(false),
    processInThread: integer("process_in_thread", { mode: "boolean" }).notNull().default(false),
    steps: text("steps").notNull().default("{}"),
    /** The external worker's job that owns the asset; null while none is under way. */
    jobId: text("job_id"),
    /** JSON object: kind of artifact (`html`, `markdown`, `transcription`) → `{"key", "tokens"}`. */
    artifacts: text("artifacts").notNull().default("{}"),
    uploadedAt: moment("uploaded_at"),
    lastReadyAt: moment("last_ready_at"),
    lastReferencedAt: moment("last_referenced_at"),
    /** Its links, kept by triggers: JSON `[collection ids, link ids, flags of each]`; "" says to look at the links: they are more than 20. */
    holders: text("holders").notNull().default(""),
    /** The state that a deleted asset was in, to which restoring brings it back. */
    deletedFrom: text("deleted_from", { enum: ["uploading", "uploaded", "processing", "ready", "failed"] }),
    /** From when on a deleted asset is removed for good, and restored no more. */
    purgeAt: moment("purge_at"),
    /** JSON: by what the site tells whether the page has changed; "" where it says nothing of it. */
    pageValidators: text("page_validators").notNull().default(""),
    /** When the page was last asked for; null: it is no page, or never was since it was fetched first. */
    pageCheckedAt: moment("page_checked_at"),
    /** Why the page could not be had the last time, while the text of before stays. */
    refreshFailure: text("refresh_failure").notNull().default(""),
    /** Seconds between two fetches of the page; 0: it is not fetched again by itself. */
    refreshEvery: integer("refresh_every").notNull().default(0),
    refreshAt: moment("refresh_at"),
    /** JSON: what the index reported last of the text's vectors, parsed by domain/embedding.ts. */
    embedding: text("embedding").notNull().default("{}"),
    /** The archive or message that it came out of, which may be gone. */
    parentId: idColumn("parent_id", "asset"),
    ...recordColumns(),
  },
  (table) => [
    /** What is deleted, in the order in which it goes for good. */
    index("assets_purge")
      .on(table.purgeAt, table.id)
      .where(sql`purge_at IS NOT NULL`),
    /** What is deleted in an organization. */
    index("assets_bin")
      .on(table.organizationId, table.purgeAt, table.id)
      .where(sql`purge_at IS NOT NULL`),
    /** Which pages are to be fetched again, in order. */
    index("assets_refresh")
      .on(table.refreshAt, table.organizationId, table.id)
      .where(sql`refresh_at IS NOT NULL`),
    /** How many there are of an organization. */
    index("assets_refreshed")
      .on(table.organizationId)
      .where(sql`refresh_at IS NOT NULL`),
    /** Who else has the same bytes. */
    index("assets_bytes")
      .on(table.organizationId, table.sha256, table.id)
      .where(sql`sha256 <> ''`),
    index("assets_organization").on(table.organizationId, table.id),
    /** The cron run looks for processing that made no progress. */
    index("assets_unfinished").on(table.lifecycleState, table.modifiedAt),
    ...recordIndexes("assets", table, [table.id]),
  ],
);

/** Whether the asset of a link may have further links; a query that says the same words reads their index. */
export const IS_HELD_TWICE = sql.raw("CASE holders WHEN '' THEN 2 ELSE json_array_length(holders, '$[0]') END > 1");

const IS_LISTED = sql.raw("listed = 1");

export const assetCollections = sqliteTable(
  "asset_collections",
  {
    id: idColumn("id", "assetcol").primaryKey(),
    assetId: idColumn("asset_id", "asset").notNull(),
    collectionId: idColumn("collection_id", "col").notNull(),
    /** JSON list of strings, whose meaning is the clients'. */
    flags: text("flags").notNull().default("[]"),
    createdAt: moment("created_at").notNull(),
    createdBy: idColumn("created_by", "user").notNull(),
    // Copies of the asset's, kept by triggers: a list reads its page alone, in any order. `listed` is 0 when the asset is deleted.
    listed: integer("listed").notNull().default(0),
    displayName: text("display_name").notNull().default(""),
    contentType: text("content_type").notNull().default(""),
    fileSize: integer("file_size").notNull().default(0),
    assetCreatedAt: integer("asset_created_at").notNull().default(0),
    assetModifiedAt: integer("asset_modified_at").notNull().default(0),
    holders: text("holders").notNull().default(""),
    /** 1 while the asset waits to be read, 2 while it is being read, else 0. */
    unread: integer("unread").notNull().default(0),
  },
  (table) => [
    index("asset_collections_unread")
      .on(table.collectionId, table.unread, table.assetId)
      .where(sql`unread > 0`),
    uniqueIndex("asset_collections_pair").on(table.assetId, table.collectionId),
    index("asset_collections_collection").on(table.collectionId),
    index("asset_collections_by_name").on(table.collectionId, table.listed, table.displayName, table.assetId),
    index("asset_collections_by_type").on(table.collectionId, table.listed, table.contentType, table.assetId),
    // Many assets are of one type: what is in two orders within it, in both directions.
    index("asset_collections_by_type_name").on(table.collectionId, table.listed, table.contentType, table.displayName, table.assetId),
    index("asset_collections_by_type_name_turned").on(
      table.collectionId,
      table.listed,
      table.contentType,
      desc(table.displayName),
      desc(table.assetId),
    ),
    index("asset_collections_by_type_change").on(table.collectionId, table.listed, table.contentType, table.assetModifiedAt, table.assetId),
    index("asset_collections_by_type_change_turned").on(
      table.collectionId,
      table.listed,
      table.contentType,
      desc(table.assetModifiedAt),
      desc(table.assetId),
    ),
    index("asset_collections_by_size").on(table.collectionId, table.listed, table.fileSize, table.assetId),
    index("asset_collections_by_creation").on(table.collectionId, table.listed, table.assetCreatedAt, table.assetId),
    index("asset_collections_by_change").on(table.collectionId, table.listed, table.assetModifiedAt, table.assetId),
    /** What a subtree's count must not count twice. */
    index("asset_collections_held_twice")
      .on(table.collectionId, table.assetId)
      .where(sql`listed = 1 AND ${IS_HELD_TWICE}`),
    index("asset_collections_creator").on(table.createdBy),
  ],
);

/**
 * Lets a list be read from any place on: of each order of a collection's listed assets, one in 8 stands on level 1, one in 64 on level 2, and
 * so on, by how its id ends. `span` is how many listed assets lie behind the one before on that level, this one included. Written by triggers alone.
 */
export const assetRanks = sqliteTable(
  "asset_ranks",
  {
    collectionId: idColumn("collection_id", "col").notNull(),
    ordering: text("ordering", { enum: ["name", "type", "size", "creation", "change"] }).notNull(),
    level: integer("level").notNull(),
    /** Text or a number, as the order has it. */
    key: blob("key").notNull(),
    assetId: idColumn("asset_id", "asset").notNull(),
    span: integer("span").notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.ordering, table.level, table.key, table.assetId] })],
);

/**
 * What a collection and the active ones below it hold, each asset that is not deleted once: a list of a subtree is read off an index. Copies of
 * what lists are ordered by. Kept by triggers, by moves and deletions of collections, and by the job `complete_lists`.
 */
export const subtreeAssets = sqliteTable(
  "subtree_assets",
  {
    collectionId: idColumn("collection_id", "col").notNull(),
    assetId: idColumn("asset_id", "asset").notNull(),
    /** How many links of the subtree hold it. */
    links: integer("links").notNull(),
    displayName: text("display_name").notNull(),
    contentType: text("content_type").notNull(),
    fileSize: integer("file_size").notNull(),
    assetCreatedAt: integer("asset_created_at").notNull(),
    assetModifiedAt: integer("asset_modified_at").notNull(),
    holders: text("holders").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.assetId] }),
    index("subtree_assets_by_name").on(table.collectionId, table.displayName, table.assetId),
    index("subtree_assets_by_type").on(table.collectionId, table.contentType, table.assetId),
    // Many assets are of one type: what is in another order within it. What goes in opposite directions is read type by type.
    index("subtree_assets_by_type_name").on(table.collectionId, table.contentType, table.displayName, table.assetId),
    index("subtree_assets_by_type_size").on(table.collectionId, table.contentType, table.fileSize, table.assetId),
    index("subtree_assets_by_type_creation").on(table.collectionId, table.contentType, table.assetCreatedAt, table.assetId),
    index("subtree_assets_by_type_change").on(table.collectionId, table.contentType, table.assetModifiedAt, table.assetId),
    index("subtree_assets_by_size").on(table.collectionId, table.fileSize, table.assetId),
    index("subtree_assets_by_creation").on(table.collectionId, table.assetCreatedAt, table.assetId),
    index("subtree_assets_by_change").on(table.collectionId, table.assetModifiedAt, table.assetId),
    /** Where an asset that changes is listed. */
    index("subtree_assets_asset").on(table.assetId),
  ],
);

/** Every extracted text of an asset, by its hash: old ones stay, because citations name them. */
export const assetTexts = sqliteTable(
  "asset_texts",
  {
    assetId: idColumn("asset_id", "asset").notNull(),
    version: text("version").notNull(),
    textKey: text("text_key").notNull(),
    chunksKey: text("chunks_key").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.version] })],
);

/**
 * Assets a user made, has in their threads, or was given citations of; `at` is the newest of these. Copies of what lists are ordered by, kept by
 * triggers; `listed` is 0 while the asset is being uploaded and when it is deleted.
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
    // Partial, so that a row which is written first and filled by its trigger then enters each of them once.
    index("recent_assets_by_name").on(table.userId, table.displayName, table.assetId).where(IS_LISTED),
    index("recent_assets_by_type").on(table.userId, table.contentType, table.assetId).where(IS_LISTED),
    index("recent_assets_by_size").on(table.userId, table.fileSize, table.assetId).where(IS_LISTED),
    index("recent_assets_by_creation").on(table.userId, table.assetCreatedAt, table.assetId).where(IS_LISTED),
    index("recent_assets_by_change").on(table.userId, table.assetModifiedAt, table.assetId).where(IS_LISTED),
    /** Whose recent ones an asset is that changes or goes for good. */
    index("recent_assets_asset").on(table.assetId),
  ],
);
