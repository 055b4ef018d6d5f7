import type { Id } from "../../../domain/ids.ts";
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { isAliveThread, mayOnCollection } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { isMessageOf } from "./message-row-id.ts";
import { IS_OPEN, LINKS_OF_THREADS } from "../core/open-links.ts";
import type { OutboxEntry } from "../service/outbox.ts";
import { threadLinks } from "../schema/sharing.ts";
import { messages } from "../schema/threads.ts";

/** A public link of a thread, with its creator's name. */
export type ThreadLinkRow = Awaited<ReturnType<typeof findLiveLink>>[number];

const linkColumns = {
  id: threadLinks.id,
  threadId: threadLinks.threadId,
  messageId: threadLinks.messageId,
  shareMethod: threadLinks.shareMethod,
  sharedToEmails: threadLinks.sharedToEmails,
  sharedBy: threadLinks.sharedBy,
  sharedAt: threadLinks.sharedAt,
  randomBits: threadLinks.randomBits,
  revokedAt: threadLinks.revokedAt,
  sharedByDisplayName:
    sql<string>`coalesce((SELECT su.display_name FROM users su WHERE su.id = "thread_links"."shared_by"), '')`.as(
      "shared_by_display_name",
    ),
};

/**
 * The thread's active link, at most one. Returns no row while the link's creator may not share the thread.
 */
export function findLiveLink({ build }: Database, threadId: Id<"thread"> | SQL) {
  return build
    .select(linkColumns)
    .from(threadLinks)
    .where(
      and(
        eq(threadLinks.threadId, threadId),
        isNull(threadLinks.revokedAt),
        sql`EXISTS (SELECT 1 FROM ${LINKS_OF_THREADS} WHERE gl.id = "thread_links"."id" AND ${IS_OPEN})`,
      ),
    );
}

/** One link of the thread, active or ended. */
export function findLink({ build }: Database, threadId: Id<"thread">, linkId: Id<"token">) {
  return build
    .select(linkColumns)
    .from(threadLinks)
    .where(and(eq(threadLinks.id, linkId), eq(threadLinks.threadId, threadId)));
}

export type NewThreadLink = typeof threadLinks.$inferInsert;

/** Creates the thread's active link. Place it after `endLinkStatements`, because a thread has at most one. */
export function insertLink({ build }: Database, link: NewThreadLink): Statement {
  return build.insert(threadLinks).values(link);
}

/**
 * Ends the thread's active link, if any, and enqueues the job `deliveryId`, which closes its guests' sockets.
 * A link that shows messages only up to a given one has no sockets, so it needs no job.
 */
export function endLinkStatements(
  { build }: Database,
  threadId: Id<"thread">,
  deliveryId: string,
  at: Date,
): Statement[] {
  const ordered = build.run(sql`INSERT INTO outbox (id, kind, target_id, due_at)
    SELECT ${deliveryId}, 'link_ended', el.thread_id || '/' || el.id, ${at.getTime()} FROM thread_links el
    WHERE el.thread_id = ${threadId} AND el.revoked_at IS NULL AND el.message_id IS NULL`);
  const ended = build
    .update(threadLinks)
    .set({ revokedAt: at })
    .where(and(eq(threadLinks.threadId, threadId), isNull(threadLinks.revokedAt)));
  return [ordered, ended];
}

/** The job that `endLinkStatements` enqueued, if any. */
export function findDelivery({ build }: Database, deliveryId: string) {
  return build.all<OutboxEntry>(
    sql`SELECT id, kind, target_id AS "targetId" FROM outbox WHERE id = ${deliveryId}`,
  );
}

/** Returns the message if the thread contains it. */
export function findMessageOf({ build }: Database, threadId: string, messageId: string) {
  return build
    .select({ id: messages.id })
    .from(messages)
    .where(isMessageOf("messages", threadId, messageId));
}

/** Whether the user may create and end links of the active thread, which requires `share` on its home. */
export function mayShareThread(userId: string, threadId: string): SQL<boolean> {
  const home = sql`(SELECT th.home_collection_id FROM threads th WHERE th.id = ${threadId} AND ${isAliveThread("th")})`;
  return mayOnCollection(sql`${userId}`, home, "share");
}

export function isLiveLink(linkId: string): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM thread_links ll WHERE ll.id = ${linkId} AND ll.revoked_at IS NULL)`;
}

/** Raises the thread's version, because the thread record includes its link. */
export function touchSharedThread({ build }: Database, threadId: string, by: string, at: Date): Statement {
  return build.run(
    sql`UPDATE threads SET version = version + 1, modified_at = ${at.getTime()}, modified_by = ${by} WHERE id = ${threadId}`,
  );
}
