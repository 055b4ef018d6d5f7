import { newId } from "../domain/ids.ts";
import type { Database } from "../storage/d1/database.ts";
import { listDueOutbox, type OutboxEntry, type OutboxKind, postponeOutbox, putOutbox, removeOutbox } from "../storage/d1/outbox-store.ts";
import type { Context } from "./context.ts";
import { placeInIndex } from "./place-in-index.ts";
import type { Platform } from "./platform.ts";
import { recheckRooms } from "./recheck-rooms.ts";

const DELIVERIES_A_RUN = 100;
/** How often a delivery goes on at once, before the cron run takes it up. */
const STEPS_AT_ONCE = 8;

/** Delivers what a change has just ordered, after the answer has left; the cron run delivers it if this fails. */
export function deliverSoon(ctx: Context, entry: OutboxEntry): void {
  const { platform, now } = ctx;
  const db = ctx.db.apart();
  const deliverAll = async (): Promise<void> => {
    let next: OutboxEntry | null = entry;
    for (let step = 0; step < STEPS_AT_ONCE && next !== null; step += 1) next = await deliver(db, platform, next, now);
  };
  ctx.defer(deliverAll());
}

/** Delivers what is due, in bounded number. Deliveries are harmless when made twice. @returns how many were tried */
export async function deliverDue(db: Database, platform: Platform, now: Date): Promise<number> {
  const { due } = await db.read({ due: listDueOutbox(db, now, DELIVERIES_A_RUN) });
  for (const { id, kind, targetId } of due) await deliver(db, platform, { id, kind: kind as OutboxKind, targetId }, now);
  return due.length;
}

/** @returns the delivery by which it goes on, if there is more to do */
async function deliver(db: Database, platform: Platform, entry: OutboxEntry, now: Date): Promise<OutboxEntry | null> {
  let next: OutboxEntry | null;
  try {
    next = await send(db, platform, entry);
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

async function send(db: Database, platform: Platform, entry: OutboxEntry): Promise<OutboxEntry | null> {
  switch (entry.kind) {
    case "process_asset":
      await platform.pipeline(entry.targetId).start({ assetId: entry.targetId });
      return null;
    case "link_ended": {
      const [threadId = "", tokenId = ""] = entry.targetId.split("/");
      await platform.room(threadId).closeGuests(tokenId);
      return null;
    }
    case "index_collections":
      await placeInIndex(db, platform, entry.targetId);
      return null;
    case "access_reduced": {
      const rest = await recheckRooms(db, platform, entry.targetId);
      return rest === null ? null : { id: newId("event"), kind: entry.kind, targetId: rest };
    }
    default:
      return entry.kind satisfies never;
  }
}
