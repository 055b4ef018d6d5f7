import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { SUPPORTS } from "../../../domain/proof/support.ts";
import { idColumn, moment, recordColumns, recordIndexes } from "./columns.ts";

export const threads = sqliteTable(
  "threads",
  {
    id: idColumn("id", "thread").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    tenantId: idColumn("tenant_id", "tenant").notNull(),
    homeCollectionId: idColumn("home_collection_id", "col").notNull(),
    label: text("label").notNull(),
    lifecycleState: text("lifecycle_state", { enum: ["active", "deleted"] })
      .notNull()
      .default("active"),
    worldKnowledge: integer("world_knowledge", { mode: "boolean" }).notNull().default(false),
    messageCount: integer("message_count").notNull().default(0),
    /** Of a thread that stands behind a stateless chat: which conversation its maker has had in it so far, as a hash. */
    chatKey: text("chat_key"),
    /** From when on a deleted thread is removed for good, and restored no more. */
    purgeAt: moment("purge_at"),
    ...recordColumns(),
  },
  (table) => [
    index("threads_home").on(table.homeCollectionId),
    index("threads_organization").on(table.organizationId, table.id),
    /** What is being read in from an archive. */
    index("threads_hidden")
      .on(table.organizationId)
      .where(sql`lifecycle_state = 'deleted' AND purge_at IS NULL`),
    /** What is deleted, in the order in which it goes for good. */
    index("threads_purge")
      .on(table.purgeAt, table.id)
      .where(sql`purge_at IS NOT NULL`),
    index("threads_chat")
      .on(table.createdBy, table.chatKey, table.id)
      .where(sql`chat_key IS NOT NULL`),
    ...recordIndexes("threads", table),
  ],
);

/** What a thread's answers may use beside its home: `targetId` is a collection or an asset. */
export const threadScope = sqliteTable(
  "thread_scope",
  {
    threadId: idColumn("thread_id", "thread").notNull(),
    kind: text("kind", { enum: ["collection", "asset"] }).notNull(),
    targetId: text("target_id").notNull(),
    createdAt: moment("created_at").notNull(),
    createdBy: idColumn("created_by", "user").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.threadId, table.kind, table.targetId] }),
    index("thread_scope_target").on(table.targetId),
    index("thread_scope_creator").on(table.createdBy),
  ],
);

/** Collections that a thread is linked into: who may read one of them sees the thread. */
export const threadCollections = sqliteTable(
  "thread_collections",
  {
    id: idColumn("id", "threadcol").primaryKey(),
    threadId: idColumn("thread_id", "thread").notNull(),
    collectionId: idColumn("collection_id", "col").notNull(),
    /** JSON list of strings, whose meaning is the clients'. */
    flags: text("flags").notNull().default("[]"),
    createdAt: moment("created_at").notNull(),
    createdBy: idColumn("created_by", "user").notNull(),
  },
  (table) => [
    uniqueIndex("thread_collections_pair").on(table.threadId, table.collectionId),
    index("thread_collections_collection").on(table.collectionId),
    index("thread_collections_creator").on(table.createdBy),
  ],
);

/**
 * Where a thread is listed: its home (`linkId` is "" then) and the collections that it is linked into. Copies of what lists are ordered by,
 * kept by triggers; `listed` is 0 when the thread is deleted.
 */
export const threadPlaces = sqliteTable(
  "thread_places",
  {
    threadId: idColumn("thread_id", "thread").notNull(),
    collectionId: idColumn("collection_id", "col").notNull(),
    linkId: text("link_id").notNull(),
    flags: text("flags").notNull().default("[]"),
    listed: integer("listed").notNull(),
    label: text("label").notNull(),
    threadCreatedAt: integer("thread_created_at").notNull(),
    threadModifiedAt: integer("thread_modified_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.threadId, table.collectionId] }),
    index("thread_places_by_label").on(table.collectionId, table.listed, table.label, table.threadId),
    index("thread_places_by_creation").on(table.collectionId, table.listed, table.threadCreatedAt, table.threadId),
    index("thread_places_by_change").on(table.collectionId, table.listed, table.threadModifiedAt, table.threadId),
  ],
);

/**
 * Threads that a user made or wrote in, the newest 1,000; `at` is the newest of these. Triggers write it, with copies of what lists are ordered
 * by. `places` says where the thread is listed: a collection's id, a sorted JSON list of some, or the thread's own id where these are more than
 * 8, or where more than 100 people have it among their recent ones. `changedAt` is when the thread changed; null: the thread itself says so, as
 * more than 8 people have it among their recent ones, or as it has not changed since this is kept.
 */
export const recentThreads = sqliteTable(
  "recent_threads",
  {
    userId: idColumn("user_id", "user").notNull(),
    threadId: idColumn("thread_id", "thread").notNull(),
    at: moment("at").notNull(),
    listed: integer("listed").notNull().default(0),
    label: text("label").notNull().default(""),
    threadCreatedAt: integer("thread_created_at").notNull().default(0),
    places: text("places").notNull().default(""),
    changedAt: integer("changed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.threadId] }),
    index("recent_threads_newest").on(table.userId, table.listed, table.at, table.threadId),
    index("recent_threads_by_label").on(table.userId, table.listed, table.label, table.threadId),
    index("recent_threads_by_creation").on(table.userId, table.listed, table.threadCreatedAt, table.threadId),
    index("recent_threads_by_change").on(table.userId, table.listed, table.changedAt, table.threadId),
    index("recent_threads_thread").on(table.threadId, table.places),
  ],
);

/** How many of a user's recent threads are listed in the same places; "": how many there are in all, listed or not. Triggers keep it. */
export const recentThreadCounts = sqliteTable(
  "recent_thread_counts",
  { userId: idColumn("user_id", "user").notNull(), places: text("places").notNull(), threads: integer("threads").notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.places] })],
);

/**
 * `position` is given by the thread's room in the order of acceptance; it is negative for a version of an answer in whose place another one is
 * shown (`answer-places.ts`). An answer exists from the moment its prompt does, `pending` until it ends.
 */
export const messages = sqliteTable(
  "messages",
  {
    id: idColumn("id", "msg").primaryKey(),
    threadId: idColumn("thread_id", "thread").notNull(),
    /** The id that its sender chose; null: its own is all that it has. */
    sentAs: idColumn("sent_as", "msg"),
    /** The id by which its thread knows it, and by which it is shown. */
    knownAs: idColumn("known_as", "msg")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(sent_as, id)`, { mode: "virtual" }),
    position: integer("position").notNull(),
    kind: text("kind", { enum: ["promptV2", "textV1", "renameThreadV1"] }).notNull(),
    content: text("content").notNull(),
    recipients: text("recipients").notNull().default("[]"),
    inReplyTo: idColumn("in_reply_to", "msg"),
    /** Which of a campaign's answers it is, from 1; null for what is no answer. */
    variant: integer("variant"),
    answerVersion: integer("answer_version"),
    /** Who asked for this version; null: who asked the question. */
    askedBy: idColumn("asked_by", "user"),
    /** When the room took in what put this version in its place last; null: the first one, never chosen again. It grows with each choice. */
    chosenAt: moment("chosen_at"),
    transformationId: text("transformation_id"),
    /** The transformation id under which a client asked for this answer of a campaign: by it a frame that comes again is recognised. */
    askedAs: text("asked_as"),
    state: text("state", { enum: ["pending", "done", "failed", "cancelled"] }).notNull(),
    worldKnowledge: integer("world_knowledge", { mode: "boolean" }).notNull().default(false),
    textSuggestions: text("text_suggestions").notNull().default("[]"),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    model: text("model").notNull().default(""),
    /** Sentences of a model's that did not stay. */
    droppedSentences: integer("dropped_sentences").notNull().default(0),
    /** JSON list of `PassedOver`. */
    passedOver: text("passed_over").notNull().default("[]"),
    /** How the archive that it was read in from calls who said it; null: it was said here. A name, and nobody's account. */
    importedAuthor: text("imported_author"),
    ...recordColumns(),
  },
  (table) => [
    uniqueIndex("messages_position").on(table.threadId, table.position),
    uniqueIndex("messages_known_as").on(table.threadId, table.knownAs),
    uniqueIndex("messages_answer").on(table.inReplyTo, table.variant, table.answerVersion),
    index("messages_asker")
      .on(table.askedBy)
      .where(sql`asked_by IS NOT NULL`),
    ...recordIndexes("messages", table, [table.threadId]),
  ],
);

/**
 * What a prompt said of the knowledge for one answer; no row: the thread's scope as it is. `only` rows stand in place of the thread's
 * scope, `added` and `mention` rows come to it, `removed` rows are left out. Mentions of one `grouping` were named together.
 */
export const answerScope = sqliteTable(
  "answer_scope",
  {
    answerId: idColumn("answer_id", "msg").notNull(),
    threadId: idColumn("thread_id", "thread").notNull(),
    role: text("role", { enum: ["only", "added", "removed", "mention"] }).notNull(),
    kind: text("kind", { enum: ["collection", "asset"] }).notNull(),
    grouping: integer("grouping").notNull().default(0),
    targetId: text("target_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.answerId, table.role, table.kind, table.grouping, table.targetId] }),
    index("answer_scope_thread").on(table.threadId, table.role, table.answerId),
    index("answer_scope_target").on(table.targetId),
  ],
);

/** Threads that attached an asset while it waited or was processed: their rooms are notified how it proceeds, until it ends. */
export const assetWatchers = sqliteTable(
  "asset_watchers",
  { assetId: idColumn("asset_id", "asset").notNull(), threadId: idColumn("thread_id", "thread").notNull() },
  (table) => [primaryKey({ columns: [table.assetId, table.threadId] }), index("asset_watchers_thread").on(table.threadId)],
);

/** `quote` stands letter for letter in that version of the asset's extracted text at `[start, end)`, in UTF-16 code units. */
export const citations = sqliteTable(
  "citations",
  {
    id: idColumn("id", "cite").primaryKey(),
    threadId: idColumn("thread_id", "thread").notNull(),
    messageId: idColumn("message_id", "msg").notNull(),
    ordinal: integer("ordinal").notNull(),
    assetId: idColumn("asset_id", "asset").notNull(),
    chunkId: text("chunk_id").notNull(),
    quote: text("quote").notNull(),
    start: integer("start").notNull(),
    end: integer("end").notNull(),
    page: integer("page").notNull(),
    /** JSON of a `Locator`; null where the page says all, as before there were others. */
    locator: text("locator"),
    textVersion: text("text_version").notNull(),
    /** The sentences of the answer, on a line each, that rest on the quote and say it in other words; "": the answer has the quote itself. */
    said: text("said").notNull().default(""),
    /** How the quote stands to what cites it; "": stored before that was known. */
    support: text("support", { enum: [...SUPPORTS, ""] })
      .notNull()
      .default(""),
  },
  (table) => [
    uniqueIndex("citations_message").on(table.messageId, table.ordinal),
    index("citations_thread").on(table.threadId),
    index("citations_asset").on(table.assetId, table.textVersion),
  ],
);

/** What users think of a version of an answer: one opinion each. It goes with its thread. */
export const answerFeedback = sqliteTable(
  "answer_feedback",
  {
    answerId: idColumn("answer_id", "msg").notNull(),
    userId: idColumn("user_id", "user").notNull(),
    threadId: idColumn("thread_id", "thread").notNull(),
    organizationId: idColumn("organization_id", "org").notNull(),
    rating: text("rating", { enum: ["good", "bad"] }).notNull(),
    word: text("word").notNull(),
    createdAt: moment("created_at").notNull(),
    modifiedAt: moment("modified_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.answerId, table.userId] }),
    index("answer_feedback_newest").on(table.organizationId, table.modifiedAt, table.answerId, table.userId),
    index("answer_feedback_of_thread").on(table.threadId, table.modifiedAt, table.answerId, table.userId),
    index("answer_feedback_giver").on(table.userId),
  ],
);
