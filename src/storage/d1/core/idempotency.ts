import type { Id } from "../../../domain/ids.ts";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { IDEMPOTENCY_KEY_TTL_MS, type IdempotencyKey } from "../../../domain/idempotency.ts";
import type { Database, Statement } from "./database.ts";
import { idempotencyKeys } from "../schema/service.ts";

/** Key space of scope changes, by `keyOfChange`. */
export const SCOPE_CHANGES = { principal: "rooms", operation: "knowledgeChangeV1" } as const;

/** A scope change is identified by its message id, like the thread's messages. */
export function keyOfChange(threadId: string, messageId: string): string {
  return `${threadId}/${messageId}`;
}

/** Whether a recent scope change of the thread had this message id. */
export function isIdOfChange(threadId: string, messageId: string | SQL): SQL<boolean> {
  const { principal, operation } = SCOPE_CHANGES;
  return sql<boolean>`EXISTS (SELECT 1 FROM idempotency_keys ck WHERE ck.principal = ${principal} AND ck.operation = ${operation}
    AND ck.key = ${keyOfChange(threadId, "")} || ${messageId})`;
}

/** The first request with this key within a day. */
export function findFirstRequest(db: Database, { principal, operation, key }: IdempotencyKey, now: Date) {
  return db.build
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.principal, principal),
        eq(idempotencyKeys.operation, operation),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.at, new Date(now.getTime() - IDEMPOTENCY_KEY_TTL_MS)),
      ),
    );
}

/** Whether a request with this key succeeded within a day. */
export function isKeyStored({ principal, operation, key }: IdempotencyKey, now: Date): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM idempotency_keys ik WHERE ik.principal = ${principal} AND ik.operation = ${operation}
    AND ik.key = ${key} AND ik.at > ${now.getTime() - IDEMPOTENCY_KEY_TTL_MS})`;
}

/** Stored result of the first request. */
export interface StoredResult {
  readonly targetId: Id | SQL<Id>;
  readonly eventId: Id<"event">;
  readonly at: Date;
  /** Result, if the target alone does not describe it. */
  readonly result: string | null;
}

/** Stores the key in the batch of its change. An expired one is replaced. */
export function saveKey(db: Database, key: IdempotencyKey, kept: StoredResult): Statement {
  const { principal, operation, key: name, bodyHash } = key;
  return db.build
    .insert(idempotencyKeys)
    .values({ principal, operation, key: name, bodyHash, ...kept })
    .onConflictDoUpdate({
      target: [idempotencyKeys.principal, idempotencyKeys.operation, idempotencyKeys.key],
      set: { bodyHash, ...kept },
    });
}

/** Deletes keys older than a day, at most `limit`. */
export function deleteExpiredKeys({ build }: Database, now: Date, limit: number): Statement {
  return build.run(sql`DELETE FROM idempotency_keys WHERE rowid IN
    (SELECT old.rowid FROM idempotency_keys old WHERE old.at < ${now.getTime() - IDEMPOTENCY_KEY_TTL_MS} LIMIT ${limit})`);
}
