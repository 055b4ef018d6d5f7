import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { isAliveThread, listOf, mayOnCollection, mayOnPath } from "../core/access.ts";
import type { Database } from "../core/database.ts";

/**
 * Finds the newest thread with the conversation key `key` in which the thread's creator may still `chat`, and
 * sets its key to `next`. If two callers continue the same conversation, only one finds the thread. Returns
 * no row if no such thread exists.
 */
export function continueChatThread({ build }: Database, actor: SQL, key: string, next: string) {
  return build.all<{ readonly id: Id<"thread"> }>(sql`UPDATE threads SET chat_key = ${next} WHERE id = (
    SELECT ct.id FROM threads ct INDEXED BY threads_chat WHERE ct.created_by = ${actor} AND ct.chat_key = ${key} AND ${isAliveThread("ct")}
      AND ${mayOnCollection(actor, sql`ct.home_collection_id`, "chat")}
    ORDER BY ct.id DESC LIMIT 1) RETURNING id`);
}

/** Returns the keys that belong to a thread of the actor. */
export function findKnownChatKeys({ build }: Database, actor: SQL, keys: readonly string[]) {
  return build.all<{ readonly key: string }>(sql`SELECT DISTINCT ct.chat_key AS key FROM ${listOf(keys)} ck
    CROSS JOIN threads ct INDEXED BY threads_chat ON ct.created_by = ${actor} AND ct.chat_key = ck.value
    WHERE ${isAliveThread("ct")}`);
}

/**
 * Home and scope for a chat about the actor's own organization. The scope is the organization's root, if the
 * actor may share the root.
 */
export interface ChatHome {
  readonly homeId: Id<"col">;
  readonly organizationId: Id<"org">;
  readonly tenantId: Id<"tenant">;
  readonly topId: Id<"col"> | null;
}

export function findPersonalHome({ build }: Database, actor: SQL) {
  return build.all<ChatHome>(sql`
    SELECT home.id AS "homeId", home.organization_id AS "organizationId", home.tenant_id AS "tenantId", top.id AS "topId"
    FROM collections home LEFT JOIN collections top ON top.id = home.parent_id AND ${mayOnPath(actor, sql`top.path`, "share")}
    WHERE home.id = ${personalHomeOf(actor)}`);
}

/**
 * The actor's personal collection, if the actor may `chat` there. Returns at most one row. An API key may
 * have fewer rights than its user.
 */
export function findChattableHome({ build }: Database, actor: SQL) {
  return build.all<{ readonly id: Id<"col"> }>(sql`SELECT home.id AS id FROM collections home
    WHERE home.id = ${personalHomeOf(actor)} AND ${mayOnPath(actor, sql`home.path`, "chat")}`);
}

/** The id of the actor's personal collection in their own organization. */
export function personalHomeOf(actor: SQL): SQL {
  return sql`(SELECT own.id FROM users u CROSS JOIN organizations o ON o.id = u.organization_id
    CROSS JOIN collections own INDEXED BY collections_organization ON own.organization_id = o.id AND own.kind = 'personal'
      AND own.parent_id = o.root_collection_id AND own.lifecycle_state = 'active'
    WHERE u.id = ${actor} LIMIT 1)`;
}
