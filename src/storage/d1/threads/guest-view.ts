import type { Id } from "../../../domain/ids.ts";
import { sql, type SQL } from "drizzle-orm";
import { isVisibleAsset } from "../core/access.ts";
import { type MessageWindow, NEWEST } from "../../../domain/message-window.ts";
import type { Database, Rows } from "../core/database.ts";
import { versionPositionOf } from "../answers/version-positions.ts";
import { isMessageOf } from "./message-row-id.ts";
import { IS_OPEN, LINKS_OF_THREADS } from "../core/open-links.ts";
import { assets } from "../schema/assets.ts";
import { citations, messages, threads } from "../schema/threads.ts";
import { citationColumns, messageColumns, shownMessageIds } from "./thread-view.ts";

/** Number of versions for guests: one, because guests see only the visible version. */
const ONE_VERSION = sql<number>`("messages"."in_reply_to" IS NOT NULL)`;

/** The rows that a guest may see. `guestThread` is empty unless the token is active and opens this thread. */
export type GuestRows = Rows<ReturnType<typeof guestView>>;

/**
 * Queries for a thread that return only the columns a guest may see. All are empty if the token is unknown,
 * ended, or opens another thread. The names differ from those of `threadView`, so one batch can run both.
 * @param tokenHash SHA-256 of the token in hexadecimal. A look-up by hash reveals nothing about tokens
 * through its timing.
 */
export function guestView(db: Database, threadId: string, tokenHash: string, window: MessageWindow = NEWEST) {
  const last = lastPosition(threadId, tokenHash);
  const shown = shownMessageIds(sql`(SELECT gl.thread_id ${liveLink(threadId, tokenHash)})`, window, last);
  const {
    id,
    organizationId,
    tenantId,
    label,
    lifecycleState,
    worldKnowledge,
    version,
    createdAt,
    createdBy,
  } = threads;
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
        ...messageColumns(sql` AND an.position BETWEEN 1 AND ${last}`, null, ONE_VERSION),
        recipients: sql<string>`'[]'`.as("recipients"),
      })
      .from(messages)
      .where(sql`${messages.id} IN (${shown})`)
      .orderBy(messages.position),
    guestWindowEnd: db.build
      .select({ position: messages.position })
      .from(messages)
      .where(
        sql`${isMessageOf("messages", threadId, window.before)} AND ${versionPositionOf("messages")} <= ${last}`,
      ),
    guestCitations: db.build
      .select(citationColumns())
      .from(citations)
      .where(sql`${citations.messageId} IN (${shown})`)
      .orderBy(citations.messageId, citations.ordinal),
    guestAssets: db.build
      .select({ id: assets.id, displayName: assets.displayName })
      .from(assets)
      .where(
        sql`${assets.id} IN (SELECT ct.asset_id FROM citations ct WHERE ct.message_id IN (${shown})) AND ${isVisibleAsset("assets")}`,
      ),
  };
}

/** The active link with which a guest connects. */
export function findGuestLink({ build }: Database, threadId: string, tokenHash: string) {
  return build.all<{
    id: Id<"token">;
    messageId: Id<"msg"> | null;
    organizationId: Id<"org">;
    tenantId: Id<"tenant">;
  }>(
    sql`SELECT gl.id AS id, gl.message_id AS messageId, gt.organization_id AS organizationId, gt.tenant_id AS tenantId
      ${liveLink(threadId, tokenHash)}`,
  );
}

/**
 * The link `gl` of the token and its thread `gt`, if the link is active and its creator may share the thread.
 */
function liveLink(threadId: string, tokenHash: string): SQL {
  return sql`FROM ${LINKS_OF_THREADS} WHERE gl.token_hash = ${tokenHash} AND gl.thread_id = ${threadId} AND ${IS_OPEN}`;
}

/** Position of the last message that the link shows; 0 if that message does not exist. */
function lastPosition(threadId: string, tokenHash: string): SQL {
  return sql`(SELECT CASE WHEN gl.message_id IS NULL THEN ${Number.MAX_SAFE_INTEGER}
    ELSE coalesce((SELECT ${versionPositionOf("lm")} FROM messages lm WHERE ${isMessageOf("lm", sql`gl.thread_id`, sql`gl.message_id`)}), 0) END
    ${liveLink(threadId, tokenHash)})`;
}
