import type { Id } from "../../../domain/ids.ts";
import { sql, type SQL } from "drizzle-orm";
import { isShownAsset } from "../core/access.ts";
import { type MessageWindow, NEWEST } from "../../../domain/message-window.ts";
import type { Database, Rows } from "../core/database.ts";
import { placeOf } from "../answers/answer-places.ts";
import { isMessageOf } from "./message-ids.ts";
import { IS_OPEN, LINKS_OF_THREADS } from "../sharing/open-links.ts";
import { assets } from "../schema/assets.ts";
import { citations, messages, threads } from "../schema/threads.ts";
import { citationColumns, messageColumns, shownMessageIds } from "./thread-view.ts";

/** Guests know of no version but the one that is shown. */
const ONE_VERSION = sql<number>`("messages"."in_reply_to" IS NOT NULL)`;

/** All that a guest may see of a thread; `guestThread` is empty when the token is no live one of this thread. */
export type GuestRows = Rows<ReturnType<typeof guestView>>;

/**
 * The queries that read a thread for anyone who holds its public token. They select the guest's allow-list and nothing else; a token that was
 * never given out, has ended, or is another thread's finds no row in any of them. Their names differ from `threadView`'s, so that both fit one trip.
 * @param tokenHash SHA-256 of the token, in hexadecimal: the look-up by hash tells nothing by its time
 */
export function guestView(db: Database, threadId: string, tokenHash: string, window: MessageWindow = NEWEST) {
  const last = lastPosition(threadId, tokenHash);
  const shown = shownMessageIds(sql`(SELECT gl.thread_id ${liveLink(threadId, tokenHash)})`, window, last);
  const { id, organizationId, tenantId, label, lifecycleState, worldKnowledge, version, createdAt, createdBy } = threads;
  return {
    guestThread: db.build
      .select({
        id,
        organizationId,
        tenantId,
        label,
        lifecycleState,
        worldKnowledge,
        version,
        createdAt,
        createdBy,
        linkId: sql<string>`(SELECT gl.id ${liveLink(threadId, tokenHash)})`.as("link_id"),
      })
      .from(threads)
      .where(sql`${threads.id} = (SELECT gl.thread_id ${liveLink(threadId, tokenHash)})`),
    guestMessages: db.build
      .select({
        ...messageColumns(sql` AND an.position BETWEEN 1 AND ${last}`, ONE_VERSION),
        recipients: sql<string>`'[]'`.as("recipients"),
      })
      .from(messages)
      .where(sql`${messages.id} IN (${shown})`)
      .orderBy(messages.position),
    guestWindowEnd: db.build
      .select({ position: messages.position })
      .from(messages)
      .where(sql`${isMessageOf("messages", threadId, window.before)} AND ${placeOf("messages")} <= ${last}`),
    guestCitations: db.build
      .select(citationColumns())
      .from(citations)
      .where(sql`${citations.messageId} IN (${shown})`)
      .orderBy(citations.messageId, citations.ordinal),
    guestAssets: db.build
      .select({ id: assets.id, displayName: assets.displayName })
      .from(assets)
      .where(sql`${assets.id} IN (SELECT ct.asset_id FROM citations ct WHERE ct.message_id IN (${shown})) AND ${isShownAsset("assets")}`),
  };
}

/** Who a guest's socket listens as. */
export function findGuestLink({ build }: Database, threadId: string, tokenHash: string) {
  return build.all<{ id: Id<"token">; messageId: Id<"msg"> | null; organizationId: Id<"org">; tenantId: Id<"tenant"> }>(
    sql`SELECT gl.id AS id, gl.message_id AS messageId, gt.organization_id AS organizationId, gt.tenant_id AS tenantId
      ${liveLink(threadId, tokenHash)}`,
  );
}

/** From the link `gl` that the token opens, if it is live, its maker may share the thread, and the thread `gt` is there. */
function liveLink(threadId: string, tokenHash: string): SQL {
  return sql`FROM ${LINKS_OF_THREADS} WHERE gl.token_hash = ${tokenHash} AND gl.thread_id = ${threadId} AND ${IS_OPEN}`;
}

/** The position of the last message that the link shows; 0 when the message that it names is gone. */
function lastPosition(threadId: string, tokenHash: string): SQL {
  return sql`(SELECT CASE WHEN gl.message_id IS NULL THEN ${Number.MAX_SAFE_INTEGER}
    ELSE coalesce((SELECT ${placeOf("lm")} FROM messages lm WHERE ${isMessageOf("lm", sql`gl.thread_id`, sql`gl.message_id`)}), 0) END
    ${liveLink(threadId, tokenHash)})`;
}
