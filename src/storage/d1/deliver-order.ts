import type { Database } from "./database.ts";
import { type OutboxEntry, postponeOutbox, putOutbox, removeOutbox } from "./outbox-store.ts";

/** How often a delivery goes on at once, before the cron run takes it up. */
const STEPS_AT_ONCE = 8;

/** Makes a delivery. Harmless when made twice. @returns the delivery by which it goes on, or null; throws when it is to be made again */
export type Send = (entry: OutboxEntry) => Promise<OutboxEntry | null>;

/** Delivers an order, and what it goes on with, a few steps far. The cron run takes up what is left. */
export async function deliverAtOnce(db: Database, entry: OutboxEntry, now: Date, send: Send): Promise<void> {
  let next: OutboxEntry | null = entry;
  for (let step = 0; step < STEPS_AT_ONCE && next !== null; step += 1) next = await deliverOrder(db, next, now, send);
}

/** Delivers one order; one that fails is due again later. @returns the order by which it goes on, if there is more to do */
export async function deliverOrder(db: Database, entry: OutboxEntry, now: Date, send: Send): Promise<OutboxEntry | null> {
  let next: OutboxEntry | null;
  try {
    next = await send(entry);
  } catch (error) {
    console.error(
      JSON.stringify({ outbox: entry.kind, targetId: entry.targetId, error: error instanceof Error ? error.message : "unknown" }),
    );
    await db.write([postponeOutbox(db, entry.id, now)]);
    return null;
  }
  await db.write([removeOutbox(db, entry.id), ...(next === null ? [] : [putOutbox(db, { ...next, at: now })])]);
  return next;
}
