import type { Id } from "../../../domain/ids.ts";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { IDEMPOTENCY_KEY_TTL_MS, type IdempotencyKey } from "../../../domain/idempotency.ts";
import type { Database, Statement } from "./database.ts";
import { idempotencyKeys } from "../schema/service.ts";

/** Key space for scope changes, with keys from `keyOfChange`. */
export const SCOPE_CHANGES = { principal: "rooms", operation: "scopeChange" } as const;

/** Idempotency key of a scope change, which its message id identifies within the thread. */
export function keyOfChange(threadId: string, messageId: string): string {
  return `${threadId}/${messageId}`;
}

/** Whether a scope change of the thread within the last day had this message id. */
export function isIdOfChange(threadId: string, messageId: string | SQL): SQL<boolean> {
  const { principal, operation } = SCOPE_CHANGES;
  return sql<boolean>`EXISTS (SELECT 1 FROM idempotency_keys ck WHERE ck.principal = ${principal} AND ck.operation = ${operation}
    AND ck.key = ${keyOfChange(threadId, "")} || ${messageId})`;
}

/** The first request with this idempotency key within a day. */
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

/** Whether a request with this idempotency key succeeded within a day. */
export function isKeyStored({ principal, operation, key }: IdempotencyKey, now: Date): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM idempotency_keys ik WHERE ik.principal = ${principal} AND ik.operation = ${operation}
    AND ik.key = ${key} AND ik.at > ${now.getTime() - IDEMPOTENCY_KEY_TTL_MS})`;
}

/** Stored result of the first request with an idempotency key. */
export interface StoredResult {
  readonly targetId: Id | SQL<Id>;
  readonly eventId: Id<"event">;
  readonly at: Date;
  /** Result, if the target's id does not identify it. */
  readonly result: string | null;
}

/** Stores the key in the batch of its change, and replaces an expired entry of the same key. */
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
