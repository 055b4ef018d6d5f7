import { asc, eq, lte, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { outbox } from "./schema/service.ts";

/** What others outside D1 are to be told. */
export type OutboxKind = "process_asset" | "asset_progress" | "link_ended" | "index_collections" | "access_reduced";

export interface OutboxEntry {
  readonly id: string;
  readonly kind: OutboxKind;
  /** `link_ended`: the thread's id, a slash, and the link's token id. `access_reduced`: see `recheckRooms`; `asset_progress`: `tellWatchers`. */
  readonly targetId: string;
}

const RETRY_AFTER_MS = 60_000;

/** Orders a delivery in the batch of the change that causes it. */
export function putOutbox(db: Database, entry: OutboxEntry & { readonly at: Date }) {
  return db.build.insert(outbox).values({ id: entry.id, kind: entry.kind, targetId: entry.targetId, dueAt: entry.at });
}

/** Orders any number of deliveries with one statement. */
export function putOutboxes({ build }: Database, entries: readonly OutboxEntry[], at: Date) {
  return build.run(sql`INSERT INTO outbox (id, kind, target_id, due_at)
    SELECT value ->> 'id', value ->> 'kind', value ->> 'targetId', ${at.getTime()} FROM json_each(${JSON.stringify(entries)})`);
}

/** The deliveries that are due, oldest first. */
export function listDueOutbox(db: Database, now: Date, limit: number) {
  return db.build.select().from(outbox).where(lte(outbox.dueAt, now)).orderBy(asc(outbox.dueAt)).limit(limit);
}

export function removeOutbox(db: Database, id: string) {
  return db.build.delete(outbox).where(eq(outbox.id, id));
}

/** A delivery that failed is due again later, at longer and longer intervals up to an hour. */
export function postponeOutbox(db: Database, id: string, now: Date) {
  const wait = sql`min(${RETRY_AFTER_MS} * (1 << min(${outbox.attempts}, 6)), 3600000)`;
  return db.build
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: sql`${now.getTime()} + ${wait}` })
    .where(eq(outbox.id, id));
}
