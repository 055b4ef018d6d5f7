import { newId } from "../domain/ids.ts";
import { tellWatchers } from "../ingestion/tell-watchers.ts";
import type { Database } from "../storage/d1/database.ts";
import { deliverAtOnce, deliverOrder, type Send } from "../storage/d1/deliver-order.ts";
import { listDueOutbox, type OutboxEntry, type OutboxKind } from "../storage/d1/outbox-store.ts";
import type { Context } from "./context.ts";
import { placeInIndex } from "./place-in-index.ts";
import type { Platform } from "./platform.ts";
import { recheckRooms } from "./recheck-rooms.ts";

const DELIVERIES_A_RUN = 100;

/** Delivers what a change has just ordered, after the answer has left; the cron run delivers it if this fails. */
export function deliverSoon(ctx: Context, entry: OutboxEntry): void {
  const db = ctx.db.apart();
  ctx.defer(deliverAtOnce(db, entry, ctx.now, sender(db, ctx.platform)));
}

/** Delivers what is due, in bounded number. Deliveries are harmless when made twice. @returns how many were tried */
export async function deliverDue(db: Database, platform: Platform, now: Date): Promise<number> {
  const { due } = await db.read({ due: listDueOutbox(db, now, DELIVERIES_A_RUN) });
  const send = sender(db, platform);
  for (const { id, kind, targetId } of due) await deliverOrder(db, { id, kind: kind as OutboxKind, targetId }, now, send);
  return due.length;
}

function sender(db: Database, platform: Platform): Send {
  return async (entry) => {
    const rest = await send(db, platform, entry);
    return rest === null ? null : { id: newId("event"), kind: entry.kind, targetId: rest };
  };
}

/** @returns the target of the delivery that goes on; null when there is nothing more to do */
async function send(db: Database, platform: Platform, { kind, targetId }: OutboxEntry): Promise<string | null> {
  switch (kind) {
    case "process_asset":
      await platform.pipeline(targetId).start({ assetId: targetId });
      return null;
    case "asset_progress":
      return await tellWatchers(db, (threadId) => platform.room(threadId), targetId);
    case "link_ended": {
      const [threadId = "", tokenId = ""] = targetId.split("/");
      await platform.room(threadId).closeGuests(tokenId);
      return null;
    }
    case "index_collections":
      await placeInIndex(db, platform, targetId);
      return null;
    case "access_reduced":
      return await recheckRooms(db, platform, targetId);
    default:
      return kind satisfies never;
  }
}
