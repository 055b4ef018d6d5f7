import { getTableColumns, sql, type SQL } from "drizzle-orm";
import { type MessageWindow, NEWEST } from "../../domain/message-window.ts";
import { grantedOnPath, mayOnAsset, mayOnPath } from "./access-sql.ts";
import { assetViewColumns } from "./asset-store.ts";
import { collectionViewColumns } from "./collection-store.ts";
import type { Database, Rows } from "./database.ts";
import { findMentions } from "./mention-view.ts";
import { assets } from "./schema/assets.ts";
import { collections } from "./schema/collections.ts";
import { citations, messages, threads, threadScope } from "./schema/threads.ts";
import { findLiveLink } from "./thread-link-store.ts";

export const MAX_CONTENT_SHOWN = 2 * 1024 * 1024;

/** All that presenting a thread takes, as one viewer may see it. */
export type ThreadRows = Rows<ReturnType<typeof threadView>>;
export type ThreadRow = ThreadRows["thread"][number];
export type MessageRow = ThreadRows["messages"][number];
export type CitationRow = ThreadRows["citations"][number];

/**
 * The queries that read a thread for a viewer: the messages of the window within bounds, and of everything else only what he may read now.
 * @param actor yields the viewer's user id
 */
export function threadView(db: Database, actor: SQL, threadId: string, window: MessageWindow = NEWEST) {
  const shown = shownMessageIds(threadId, window);
  const isThread = sql`${threads.id} = ${threadId} AND ${threads.lifecycleState} = 'active'`;
  return {
    thread: db.build.select(threadAccessColumns(actor)).from(threads).where(isThread),
    messages: db.build
      .select(messageColumns(sql``))
      .from(messages)
      .where(sql`${messages.id} IN (${shown})`)
      .orderBy(messages.position),
    citations: db.build
      .select()
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
          UNION SELECT ct.asset_id FROM citations ct WHERE ct.message_id IN (${shown}))
          AND ${assets.lifecycleState} <> 'deleted' AND ${mayOnAsset(actor, sql`"assets"."id"`, "read")}`,
      ),
    collections: db.build
      .select(collectionViewColumns(actor))
      .from(collections)
      .where(
        sql`${collections.id} IN (SELECT th.home_collection_id FROM threads th WHERE th.id = ${threadId}
          UNION SELECT ts.target_id FROM thread_scope ts WHERE ts.thread_id = ${threadId} AND ts.kind = 'collection')
          AND ${collections.lifecycleState} = 'active' AND ${mayOnPath(actor, sql`"collections"."path"`, "read")}`,
      ),
    links: findLiveLink(db, threadId),
    mentions: findMentions(db, actor, threadId, shown),
  };
}

/** A thread with the viewer's grants on its home, and whether a collection that it is linked into lets him read it. */
export function threadAccessColumns(actor: SQL) {
  const home = sql`(SELECT hc.path FROM collections hc WHERE hc.id = "threads"."home_collection_id" AND hc.lifecycle_state = 'active')`;
  const linked = sql`EXISTS (SELECT 1 FROM thread_collections tc JOIN collections lc ON lc.id = tc.collection_id
    AND lc.lifecycle_state = 'active' WHERE tc.thread_id = "threads"."id" AND ${mayOnPath(actor, sql`lc.path`, "read")})`;
  return {
    ...getTableColumns(threads),
    granted: sql<string | null>`coalesce(${grantedOnPath(actor, home)}, CASE WHEN ${linked} THEN 'read' END)`.as("granted"),
  };
}

function scopeColumns(actor: SQL) {
  const readable = sql<number>`CASE "thread_scope"."kind" WHEN 'asset' THEN ${mayOnAsset(actor, sql`"thread_scope"."target_id"`, "read")}
    ELSE EXISTS (SELECT 1 FROM collections rc WHERE rc.id = "thread_scope"."target_id" AND rc.lifecycle_state = 'active'
      AND ${mayOnPath(actor, sql`rc.path`, "read")}) END`;
  return { kind: threadScope.kind, targetId: threadScope.targetId, readable: readable.as("readable") };
}

/**
 * A message with its answers, which may stand outside the window: a JSON list of `[transformation id, whether it is being written]`.
 * @param which an ` AND …` over the answers `an`
 */
export function messageColumns(which: SQL) {
  const answers = sql<string>`(SELECT json_group_array(json_array(an.transformation_id, an.state = 'pending')) FROM messages an
    WHERE an.in_reply_to = "messages"."id"${which})`;
  return { ...getTableColumns(messages), answers: answers.as("answers") };
}

/** The message that a window ends before: no row when the thread has none with this id. */
export function findWindowEnd(db: Database, threadId: string, { before }: MessageWindow) {
  return db.build
    .select({ position: messages.position })
    .from(messages)
    .where(sql`${messages.id} = ${before} AND ${messages.threadId} = ${threadId}`);
}

/**
 * The ids of the window's messages, with at most 2 MiB of content, up to a position when one is given.
 * @param threadId the id, or SQL that yields it
 */
export function shownMessageIds(threadId: string | SQL, { before, limit }: MessageWindow, lastPosition: SQL | null = null): SQL {
  const upTo = lastPosition === null ? sql`` : sql` AND position <= ${lastPosition}`;
  const end =
    before === null
      ? sql``
      : sql` AND position < (SELECT be.position FROM messages be WHERE be.id = ${before} AND be.thread_id = ${threadId})`;
  return sql`SELECT nm.id FROM (SELECT m.id, sum(length(CAST(m.content AS BLOB))) OVER (ORDER BY m.position DESC) AS so_far
    FROM (SELECT id, position, content FROM messages WHERE thread_id = ${threadId}${upTo}${end} ORDER BY position DESC LIMIT ${limit}) m) nm
    WHERE nm.so_far <= ${MAX_CONTENT_SHOWN}`;
}
