import type { Id } from "../../../domain/ids.ts";
import { getTableColumns, sql, type SQL } from "drizzle-orm";
import { MAX_CONTENT_CHARS, type MessageWindow, NEWEST } from "../../../domain/message-window.ts";
import {
  grantedOnPath,
  isAliveAsset,
  isAliveThread,
  isVisibleAsset,
  mayOnAsset,
  mayOnPath,
  mayReadByLink,
} from "../core/access.ts";
import { assetViewColumns } from "../assets/assets.ts";
import { collectionViewColumns } from "../collections/collections.ts";
import type { Rating } from "../answers/feedback.ts";
import type { Database, Rows } from "../core/database.ts";
import { placeholderFor, statementCache } from "../core/statement-cache.ts";
import { isMessageOf } from "./message-row-id.ts";
import { versionPositionOf } from "../answers/version-positions.ts";
import { findMentions } from "./mentions.ts";
import { assets } from "../schema/assets.ts";
import { collections } from "../schema/collections.ts";
import { citations, messages, threads, threadScope } from "../schema/threads.ts";
import { findLiveLink } from "./thread-links.ts";
import { peopleOfThread, selectPeople } from "../users/people.ts";
import { findUnprocessedInScope } from "../answers/unprocessed-in-scope.ts";

export const MAX_CONTENT_SHOWN = 2 * 1024 * 1024;
/** Largest window that always fits into `MAX_CONTENT_SHOWN`, even with messages of maximum length. */
const ALWAYS_SHOWN = Math.floor(MAX_CONTENT_SHOWN / (3 * MAX_CONTENT_CHARS));

/** The rows for presenting a thread to one viewer. */
export type ThreadRows = Rows<ReturnType<typeof written>>;
export type ThreadRow = ThreadRows["thread"][number];
export type MessageRow = ThreadRows["messages"][number];
export type CitationRow = ThreadRows["citations"][number];

/**
 * The queries that read a thread for a viewer: the messages of a window within limits, and only records that
 * the viewer may read now.
 * @param actor SQL that yields the viewer's user id
 */
export function threadView(db: Database, actor: SQL, threadId: Id<"thread">, window: MessageWindow = NEWEST) {
  const { before, limit } = window;
  const isBounded = !isAlwaysShown(limit);
  const places = {
    before: before === null ? null : placeholderFor("before"),
    limit: placeholderFor("limit"),
    isBounded,
  };
  return prepared(actor, `${before === null} ${isBounded}`, { threadId, before, limit }, (viewer) =>
    written(db, viewer, placeholderFor("threadId"), places),
  );
}

const prepared = statementCache<ReturnType<typeof written>>();

function written(db: Database, actor: SQL, threadId: SQL, window: Window) {
  const shown = messageIds(threadId, window);
  const isThread = sql`${threads.id} = ${threadId} AND ${isAliveThread("threads")}`;
  return {
    thread: db.build.select(threadAccessColumns(actor)).from(threads).where(isThread),
    messages: db.build
      .select(messageColumns(SHOWN_OR_WRITTEN, actor))
      .from(messages)
      .where(sql`${messages.id} IN (${shown})`)
      .orderBy(messages.position),
    citations: db.build
      .select(citationColumns())
      .from(citations)
      .where(sql`${citations.messageId} IN (${shown})`)
      .orderBy(citations.messageId, citations.ordinal),
    scope: db.build
      .select(scopeColumns(actor))
      .from(threadScope)
      .where(sql`${threadScope.threadId} = ${threadId}`)
      .orderBy(threadScope.createdAt),
    assets: db.build
      .select(assetViewColumns(actor))
      .from(assets)
      .where(
        sql`${assets.id} IN (SELECT ts.target_id FROM thread_scope ts WHERE ts.thread_id = ${threadId} AND ts.kind = 'asset'
          UNION SELECT ct.asset_id FROM (${shown}) nm CROSS JOIN citations ct ON ct.message_id = nm.id)
          AND ${isAliveAsset("assets")} AND ${mayOnAsset(actor, sql`"assets"."id"`, "read")}`,
      ),
    collections: db.build
      .select(collectionViewColumns(actor))
      .from(collections)
      .where(
        sql`${collections.id} IN (SELECT th.home_collection_id FROM threads th WHERE th.id = ${threadId}
          UNION SELECT ts.target_id FROM thread_scope ts WHERE ts.thread_id = ${threadId} AND ts.kind = 'collection')
          AND ${collections.lifecycleState} = 'active' AND ${mayOnPath(actor, sql`"collections"."path"`, "read")}`,
      ),
    unread: findUnprocessedInScope(db, actor, threadId, null),
    links: findLiveLink(db, threadId),
    people: selectPeople(db, peopleOfThread(threadId, shown)),
    mentions: findMentions(db, actor, threadId, shown),
  };
}

/** Columns of a thread and the viewer's grants on its home. A readable linking collection grants `read`. */
export function threadAccessColumns(actor: SQL) {
  const home = sql`(SELECT hc.path FROM collections hc WHERE hc.id = "threads"."home_collection_id" AND hc.lifecycle_state = 'active')`;
  const linked = mayReadByLink(actor, sql`"threads"."id"`);
  return {
    ...getTableColumns(threads),
    granted: sql<
      string | null
    >`coalesce(${grantedOnPath(actor, home)}, CASE WHEN ${linked} THEN 'read' END)`.as("granted"),
  };
}

function scopeColumns(actor: SQL) {
  const readable = sql<number>`CASE "thread_scope"."kind" WHEN 'asset' THEN ${mayOnAsset(actor, sql`"thread_scope"."target_id"`, "read")}
    ELSE EXISTS (SELECT 1 FROM collections rc WHERE rc.id = "thread_scope"."target_id" AND rc.lifecycle_state = 'active'
      AND ${mayOnPath(actor, sql`rc.path`, "read")}) END`;
  return { kind: threadScope.kind, targetId: threadScope.targetId, readable: readable.as("readable") };
}

/** Columns of a citation. `goneName` is the name to redact if the document is deleted, otherwise null. */
export function citationColumns() {
  const goneName = sql<string | null>`(SELECT gone.display_name FROM assets gone
    WHERE gone.id = "citations"."asset_id" AND NOT ${isVisibleAsset("gone")})`;
  return { ...getTableColumns(citations), goneName: goneName.as("gone_name") };
}

/** Condition for visible answers and pending versions. */
const SHOWN_OR_WRITTEN = sql` AND (an.position > 0 OR an.state = 'pending')`;

/**
 * Columns of a message with its answers, even answers outside the window: a JSON list of `[transformation id,
 * is pending]`. An answer also has its number of versions, and the viewer's rating.
 * @param which condition ` AND …` over the answers `an`
 * @param viewer SQL that yields the viewer's user id; null for guests, who rate nothing
 */
export function messageColumns(which: SQL, viewer: SQL | null, versions: SQL<number> = countVersions()) {
  const rating =
    viewer === null
      ? sql<Rating | "">`''`
      : sql<
          Rating | ""
        >`coalesce((SELECT rf.rating FROM answer_feedback rf WHERE rf.answer_id = "messages"."id" AND rf.user_id = ${viewer}), '')`;
  const answers = sql<string>`(SELECT json_group_array(json_array(an.transformation_id, an.state = 'pending')) FROM messages an
    WHERE an.in_reply_to = "messages"."id"${which})`;
  const prompt = sql<
    string | null
  >`(SELECT pr.known_as FROM messages pr WHERE pr.id = "messages"."in_reply_to")`;
  return {
    ...getTableColumns(messages),
    inReplyTo: prompt.as("prompt"),
    answers: answers.as("answers"),
    versions: versions.as("versions"),
    ownRating: rating.as("own_rating"),
  };
}

function countVersions(): SQL<number> {
  return sql<number>`(SELECT count(*) FROM messages ver WHERE ver.in_reply_to = "messages"."in_reply_to" AND ver.variant IS "messages"."variant")`;
}

/**
 * Position of the message before which the window ends. Returns no row if the thread has no message with this
 * id.
 */
export function findWindowEnd(db: Database, threadId: string, { before }: MessageWindow) {
  return db.build
    .select({ position: messages.position })
    .from(messages)
    .where(isMessageOf("messages", threadId, before));
}

/**
 * Ids of the window's messages with at most 2 MiB of content, up to `lastPosition` if given.
 * @param threadId the id, or SQL that yields it
 */
export function shownMessageIds(
  threadId: string | SQL,
  window: MessageWindow,
  lastPosition: SQL | null = null,
): SQL {
  return messageIds(threadId, { ...window, isBounded: !isAlwaysShown(window.limit) }, lastPosition);
}

function isAlwaysShown(limit: number): boolean {
  return limit <= ALWAYS_SHOWN;
}

/** Limits of a window, or placeholders for them. */
interface Window {
  readonly before: string | SQL | null;
  readonly limit: number | SQL;
  /** Whether the content limit can shorten the window. */
  readonly isBounded: boolean;
}

function messageIds(
  threadId: string | SQL,
  { before, limit, isBounded }: Window,
  lastPosition: SQL | null = null,
): SQL {
  const upTo = lastPosition === null ? sql`` : sql` AND position <= ${lastPosition}`;
  const end =
    before === null
      ? sql``
      : sql` AND position < (SELECT ${versionPositionOf("be")} FROM messages be WHERE ${isMessageOf("be", threadId, before)})`;
  const newest = (columns: SQL): SQL =>
    sql`SELECT ${columns} FROM messages WHERE thread_id = ${threadId} AND position > 0${upTo}${end} ORDER BY position DESC LIMIT ${limit}`;
  if (!isBounded) return newest(sql`id`);
  return sql`SELECT nm.id FROM (SELECT m.id, sum(length(CAST(m.content AS BLOB))) OVER (ORDER BY m.position DESC) AS so_far
    FROM (${newest(sql`id, position, content`)}) m) nm WHERE nm.so_far <= ${MAX_CONTENT_SHOWN}`;
}
