import { desc, sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn, moment, recordColumns, recordIndexes } from "./columns.ts";

/** `steps`, `keywords` and `lifecyclesCompleted` are JSON that `domain/asset.ts` parses. */
export const assets = sqliteTable(
  "assets",
  {
    id: idColumn("id", "asset").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    tenantId: idColumn("tenant_id", "tenant").notNull(),
    projectId: idColumn("project_id", "project"),
    /** Number of the organization's index shard that holds the asset's chunks. */
    shard: integer("shard").notNull().default(0),
    displayName: text("display_name").notNull(),
    originalFileName: text("original_file_name").notNull(),
    contentType: text("content_type").notNull(),
    creationMethod: text("creation_method", { enum: ["upload", "paste", "url", "record"] }).notNull(),
    sourceUrl: text("source_url").notNull().default(""),
    lifecycleState: text("lifecycle_state", {
      enum: ["uploading", "uploaded", "processing", "ready", "failed", "deleted"],
    }).notNull(),
    lifecyclesCompleted: text("lifecycles_completed").notNull().default("[]"),
    objectKey: text("object_key").notNull(),
    /** R2's etag of the stored object. `notifyUploaded` records it, and later reads require this etag. */
    objectEtag: text("object_etag").notNull().default(""),
    /**
     * JSON `{key, etag, size}`: R2's metadata of the last received bytes, valid for the object of that key;
     * "" before the first upload.
     */
    received: text("received").notNull().default(""),
    /** JSON of the uploaded file that replaces the bytes once its text exists; "" without one. */
    pendingVersion: text("pending_version").notNull().default(""),
    sha256: text("sha256").notNull().default(""),
    fileSize: integer("file_size").notNull().default(0),
    /** Size that the client announced. The service rejects bytes of another size or hash. */
    announcedSize: integer("announced_size"),
    announcedSha256: text("announced_sha256").notNull().default(""),
    /** Number of the current processing run. Each restart raises it, so writes of a stale run fail. */
    run: integer("run").notNull().default(0),
    /** Hash of the current extracted text; "" before the first extraction. */
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
    /** Job of the external processor that handles the asset; null without one. */
    jobId: text("job_id"),
    /** JSON object: kind of artifact (`html`, `markdown`, `transcription`) → `{"key", "tokens"}`. */
    artifacts: text("artifacts").notNull().default("{}"),
    uploadedAt: moment("uploaded_at"),
    lastReadyAt: moment("last_ready_at"),
    lastReferencedAt: moment("last_referenced_at"),
    /**
     * JSON `[collection ids, link ids, flags of each]` of the asset's links, which triggers maintain. With
     * more than 20 links the value is "", and queries read the link rows.
     */
    holders: text("holders").notNull().default(""),
    /** State before the deletion, which a restore sets again. */
    deletedFrom: text("deleted_from", { enum: ["uploading", "uploaded", "processing", "ready", "failed"] }),
    /** Time from which the deleted asset is not restorable and the cron run purges it. */
    purgeAt: moment("purge_at"),
    /** JSON of the page's HTTP cache validators; "" if the site sends none. */
    pageValidators: text("page_validators").notNull().default(""),
    /** Time of the last check of a page; null for other assets and before the first check. */
    pageCheckedAt: moment("page_checked_at"),
    /** Reason of the last failed refresh; the earlier text stays. "" after a success. */
    refreshFailure: text("refresh_failure").notNull().default(""),
    /** Seconds between scheduled refreshes; 0 without a schedule. */
    refreshEvery: integer("refresh_every").notNull().default(0),
    refreshAt: moment("refresh_at"),
    /** JSON of the index's last embedding report, which `domain/embedding.ts` parses. */
    embedding: text("embedding").notNull().default("{}"),
    /** The archive or message that contained the asset. The parent may have been purged. */
    parentId: idColumn("parent_id", "asset"),
    ...recordColumns(),
  },
  (table) => [
    /** Finds deleted assets in order of their purge. */
    index("assets_purge")
      .on(table.purgeAt, table.id)
      .where(sql`purge_at IS NOT NULL`),
    /** Finds deleted assets of an organization. */
    index("assets_bin")
      .on(table.organizationId, table.purgeAt, table.id)
      .where(sql`purge_at IS NOT NULL`),
    /** Finds due page refreshes in order. */
    index("assets_refresh")
      .on(table.refreshAt, table.organizationId, table.id)
      .where(sql`refresh_at IS NOT NULL`),
    /** Counts the scheduled pages of an organization. */
    index("assets_refreshed")
      .on(table.organizationId)
      .where(sql`refresh_at IS NOT NULL`),
    /** Finds assets with the same bytes. */
    index("assets_bytes")
      .on(table.organizationId, table.sha256, table.id)
      .where(sql`sha256 <> ''`),
    index("assets_organization").on(table.organizationId, table.id),
    /** Index for the cron run, which finds assets without progress in processing. */
    index("assets_unfinished").on(table.lifecycleState, table.modifiedAt),
    ...recordIndexes("assets", table, [table.id]),
  ],
);

/**
 * Whether the asset of a link may be in other collections. A query must use this expression to use its
 * partial index.
 */
export const IS_HELD_TWICE = sql.raw(
  "CASE holders WHEN '' THEN 2 ELSE json_array_length(holders, '$[0]') END > 1",
);

export const assetCollections = sqliteTable(
  "asset_collections",
  {
    id: idColumn("id", "assetcol").primaryKey(),
    assetId: idColumn("asset_id", "asset").notNull(),
    collectionId: idColumn("collection_id", "col").notNull(),
    /** JSON list of strings that clients define. */
    flags: text("flags").notNull().default("[]"),
    createdAt: moment("created_at").notNull(),
    createdBy: idColumn("created_by", "user").notNull(),
    // Copies of the asset's columns, which triggers maintain, so a list in any order reads only its own page.
    // `listed` is 0 for deleted assets.
    listed: integer("listed").notNull().default(0),
    displayName: text("display_name").notNull().default(""),
    contentType: text("content_type").notNull().default(""),
    fileSize: integer("file_size").notNull().default(0),
    assetCreatedAt: integer("asset_created_at").notNull().default(0),
    assetModifiedAt: integer("asset_modified_at").notNull().default(0),
    holders: text("holders").notNull().default(""),
    /** 1 while the asset waits for processing, 2 while it is in processing, 0 afterwards. */
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
    // Assets of a collection often share a type, so these indexes provide two orders within a type, in both
    // directions.
    index("asset_collections_by_type_name").on(
      table.collectionId,
      table.listed,
      table.contentType,
      table.displayName,
      table.assetId,
    ),
    index("asset_collections_by_type_name_turned").on(
      table.collectionId,
      table.listed,
      table.contentType,
      desc(table.displayName),
      desc(table.assetId),
    ),
    index("asset_collections_by_type_change").on(
      table.collectionId,
      table.listed,
      table.contentType,
      table.assetModifiedAt,
      table.assetId,
    ),
    index("asset_collections_by_type_change_turned").on(
      table.collectionId,
      table.listed,
      table.contentType,
      desc(table.assetModifiedAt),
      desc(table.assetId),
    ),
    index("asset_collections_by_size").on(table.collectionId, table.listed, table.fileSize, table.assetId),
    index("asset_collections_by_creation").on(
      table.collectionId,
      table.listed,
      table.assetCreatedAt,
      table.assetId,
    ),
    index("asset_collections_by_change").on(
      table.collectionId,
      table.listed,
      table.assetModifiedAt,
      table.assetId,
    ),
    /** Finds assets that a subtree's count would otherwise count twice. */
    index("asset_collections_held_twice")
      .on(table.collectionId, table.assetId)
      .where(sql`listed = 1 AND ${IS_HELD_TWICE}`),
    index("asset_collections_creator").on(table.createdBy),
  ],
);

/**
 * Skip-list ranks for reading a collection's list from any position, one list per order. One in 8 listed
 * assets is on level 1, one in 64 on level 2, and so on, chosen by the end of the id. `span` counts the
 * listed assets since the previous entry of the level, including the entry itself. Only triggers write this
 * table.
 */
export const assetRanks = sqliteTable(
  "asset_ranks",
  {
    collectionId: idColumn("collection_id", "col").notNull(),
    ordering: text("ordering", { enum: ["name", "type", "size", "creation", "change"] }).notNull(),
    level: integer("level").notNull(),
    /** Sort key, text or number depending on the order. */
    key: blob("key").notNull(),
    assetId: idColumn("asset_id", "asset").notNull(),
    span: integer("span").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.ordering, table.level, table.key, table.assetId] }),
  ],
);

/**
 * Subtree lists: each asset of a collection's subtree once, without deleted assets, with copies of the sort
 * fields. An index serves each order of a list. Triggers, moves, deletions of collections and the job
 * `complete_lists` maintain the table.
 */
export const subtreeAssets = sqliteTable(
  "subtree_assets",
  {
    collectionId: idColumn("collection_id", "col").notNull(),
    assetId: idColumn("asset_id", "asset").notNull(),
    /** Number of links in the subtree to the asset. */
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
    // Assets often share a type, so these indexes provide another order within a type. For opposite
    // directions, queries read type by type.
    index("subtree_assets_by_type_name").on(
      table.collectionId,
      table.contentType,
      table.displayName,
      table.assetId,
    ),
    index("subtree_assets_by_type_size").on(
      table.collectionId,
      table.contentType,
      table.fileSize,
      table.assetId,
    ),
    index("subtree_assets_by_type_creation").on(
      table.collectionId,
      table.contentType,
      table.assetCreatedAt,
      table.assetId,
    ),
    index("subtree_assets_by_type_change").on(
      table.collectionId,
      table.contentType,
      table.assetModifiedAt,
      table.assetId,
    ),
    index("subtree_assets_by_size").on(table.collectionId, table.fileSize, table.assetId),
    index("subtree_assets_by_creation").on(table.collectionId, table.assetCreatedAt, table.assetId),
    index("subtree_assets_by_change").on(table.collectionId, table.assetModifiedAt, table.assetId),
    /** Finds the subtree lists of a changed asset. */
    index("subtree_assets_asset").on(table.assetId),
  ],
);

/** Every extracted text of an asset, by its hash. Earlier texts stay, because citations name them. */
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
