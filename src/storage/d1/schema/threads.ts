import { ANSWER_STATES } from "../../../domain/answer-state.ts";
import { MESSAGE_KINDS } from "../../../domain/message-kind.ts";
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { SUPPORTS } from "../../../domain/support.ts";
import { REQUESTED_VERIFICATIONS } from "../../../domain/verification-mode.ts";
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
    /** Hash of the conversation so far, if the stateless chat API created the thread. */
    chatKey: text("chat_key"),
    /** Time from which the deleted thread is not restorable and the cron run purges it. */
    purgeAt: moment("purge_at"),
    ...recordColumns(),
  },
  (table) => [
    index("threads_home").on(table.homeCollectionId),
    index("threads_organization").on(table.organizationId, table.id),
    /** Finds threads of a running import. */
    index("threads_hidden")
      .on(table.organizationId)
      .where(sql`lifecycle_state = 'deleted' AND purge_at IS NULL`),
    /** Finds deleted threads in order of their purge. */
    index("threads_purge")
      .on(table.purgeAt, table.id)
      .where(sql`purge_at IS NOT NULL`),
    index("threads_chat")
      .on(table.createdBy, table.chatKey, table.id)
      .where(sql`chat_key IS NOT NULL`),
    ...recordIndexes("threads", table),
  ],
);

/** Targets of a thread's scope besides its home. `targetId` is a collection or an asset. */
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

/** Collections that link a thread. Readers of such a collection may read the thread. */
export const threadCollections = sqliteTable(
  "thread_collections",
  {
    id: idColumn("id", "threadcol").primaryKey(),
    threadId: idColumn("thread_id", "thread").notNull(),
    collectionId: idColumn("collection_id", "col").notNull(),
    /** JSON list of strings that clients define. */
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
 * The collections that list a thread: its home (`linkId` is "") and the linking collections, with copies of
 * the sort fields. Triggers maintain the copies. `listed` is 0 for deleted threads.
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
    index("thread_places_by_creation").on(
      table.collectionId,
      table.listed,
      table.threadCreatedAt,
      table.threadId,
    ),
    index("thread_places_by_change").on(
      table.collectionId,
      table.listed,
      table.threadModifiedAt,
      table.threadId,
    ),
  ],
);

/**
 * Messages of threads. The thread's room assigns `position` in order of acceptance. Hidden versions of an
 * answer have a negative position (`version-positions.ts`). An answer exists as long as its prompt, in state
 * `pending` until its end.
 */
export const messages = sqliteTable(
  "messages",
  {
    id: idColumn("id", "msg").primaryKey(),
    threadId: idColumn("thread_id", "thread").notNull(),
    /** The id that the sender chose; null if the row's id is the message id. */
    sentAs: idColumn("sent_as", "msg"),
    /** The message id within the thread, which clients see. */
    knownAs: idColumn("known_as", "msg")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(sent_as, id)`, { mode: "virtual" }),
    position: integer("position").notNull(),
    kind: text("kind", { enum: MESSAGE_KINDS }).notNull(),
    content: text("content").notNull(),
    recipients: text("recipients").notNull().default("[]"),
    inReplyTo: idColumn("in_reply_to", "msg"),
    /** Number of the answer within a campaign, from 1; null for other messages. */
    variant: integer("variant"),
    answerVersion: integer("answer_version"),
    /** The user who requested this version; null if the author of the question did. */
    askedBy: idColumn("asked_by", "user"),
    /**
     * Time at which the room accepted the last choice of this version, later than every earlier choice. Null
     * for a first version that no user has chosen again.
     */
    chosenAt: moment("chosen_at"),
    transformationId: text("transformation_id"),
    /** The transformation id from the client's campaign frame, which identifies repeated frames. */
    askedAs: text("asked_as"),
    state: text("state", { enum: ANSWER_STATES }).notNull(),
    worldKnowledge: integer("world_knowledge", { mode: "boolean" }).notNull().default(false),
    textSuggestions: text("text_suggestions").notNull().default("[]"),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    model: text("model").notNull().default(""),
    /** The verification that the question requested for this answer. Empty: the operator's. */
    verification: text("verification", { enum: REQUESTED_VERIFICATIONS }).notNull().default(""),
    /** Number of model sentences that failed verification. */
    droppedSentences: integer("dropped_sentences").notNull().default(0),
    /** `AnswerSentence` entries as a JSON list. */
    sentences: text("sentences").notNull().default("[]"),
    /** `PassedOver` entries as a JSON list. */
    passedOver: text("passed_over").notNull().default("[]"),
    /** The author's name in the imported archive; null for other messages. This author has no account. */
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
 * Scope of one answer, which its prompt sets. Without rows, the thread's scope applies. `only` rows replace
 * the thread's scope, `added` and `mention` rows extend it, and `removed` rows reduce it. Mentions with the
 * same `grouping` belong together.
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

/**
 * Threads that attached an asset before its processing ended. Their rooms receive progress until processing
 * ends.
 */
export const assetWatchers = sqliteTable(
  "asset_watchers",
  { assetId: idColumn("asset_id", "asset").notNull(), threadId: idColumn("thread_id", "thread").notNull() },
  (table) => [
    primaryKey({ columns: [table.assetId, table.threadId] }),
    index("asset_watchers_thread").on(table.threadId),
  ],
);

/** `quote` equals the text version's content at `[start, end)`, in UTF-16 code units. */
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
    /** `Locator` as JSON; null if the page number is enough. */
    locator: text("locator"),
    textVersion: text("text_version").notNull(),
    /**
     * Sentences of the answer that paraphrase the quote, one per line; "": the answer contains the quote
     * itself.
     */
    said: text("said").notNull().default(""),
    /** Degree to which the quote supports the citing sentence; "" if unknown. */
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

/** Ratings of answer versions, one per user and version. A purge of the thread deletes them. */
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
