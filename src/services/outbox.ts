import type { Database } from "../storage/d1/database.ts";
import { listDueOutbox, type OutboxEntry, type OutboxKind, postponeOutbox, removeOutbox } from "../storage/d1/outbox-store.ts";
import type { Context } from "./context.ts";
import { placeInIndex } from "./place-in-index.ts";
import type { Platform } from "./platform.ts";

const DELIVERIES_A_RUN = 100;

/** Delivers what a change has just ordered, after the answer has left; the cron run delivers it if this fails. */
export function deliverSoon(ctx: Context, entry: OutboxEntry): void {
  ctx.defer(deliver(ctx.db.apart(), ctx.platform, entry, ctx.now));
}

/** Delivers what is due, in bounded number. Deliveries are harmless when made twice. @returns how many were tried */
export async function deliverDue(db: Database, platform: Platform, now: Date): Promise<number> {
  const { due } = await db.read({ due: listDueOutbox(db, now, DELIVERIES_A_RUN) });
  for (const { id, kind, targetId } of due) await deliver(db, platform, { id, kind: kind as OutboxKind, targetId }, now);
  return due.length;
}

async function deliver(db: Database, platform: Platform, entry: OutboxEntry, now: Date): Promise<void> {
  try {
    await send(db, platform, entry);
  } catch (error) {
    console.error(
      JSON.stringify({ outbox: entry.kind, targetId: entry.targetId, error: error instanceof Error ? error.message : "unknown" }),
    );
    await db.write([postponeOutbox(db, entry.id, now)]);
    return;
  }
  await db.write([removeOutbox(db, entry.id)]);
}

async function send(db: Database, platform: Platform, entry: OutboxEntry): Promise<void> {
  switch (entry.kind) {
    case "process_asset":
      await platform.pipeline(entry.targetId).start({ assetId: entry.targetId });
      return;
    case "link_ended": {
      const [threadId = "", tokenId = ""] = entry.targetId.split("/");
      await platform.room(threadId).closeGuests(tokenId);
      return;
    }
    case "index_collections":
      await placeInIndex(db, platform, entry.targetId);
      return;
    default:
      entry.kind satisfies never;
  }
}
