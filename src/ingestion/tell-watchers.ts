import type { Database } from "../storage/d1/database.ts";
import { endWatch, findEnding, listWatchers } from "../storage/d1/watcher-store.ts";

const ROOMS_A_DELIVERY = 50;

/** The part of a thread's room that is told of progress. */
interface ProgressRoom {
  assetProgressed(assetId: string): Promise<void>;
}

/**
 * Tells the rooms that watch an asset that its processing went on. A room that has heard the end of it watches no longer, so when it is told again,
 * after a failure, those that have not heard come first.
 * @param target the asset's id; a slash and a thread's id behind it: the rooms after that one
 * @returns the target of the delivery that goes on; null when all rooms have been told
 * @throws Error when a room could not be told; the others have been
 */
export async function tellWatchers(db: Database, room: (threadId: string) => ProgressRoom, target: string): Promise<string | null> {
  const [assetId = "", after = ""] = target.split("/");
  const watchers = listWatchers(db, assetId, after, ROOMS_A_DELIVERY);
  const { ending, rooms } = await db.read({ ending: findEnding(db, assetId), rooms: watchers });
  const told = await Promise.allSettled(rooms.map(async ({ threadId }) => await room(threadId).assetProgressed(assetId)));
  const reached = rooms.flatMap(({ threadId }, at) => (told[at]?.status === "fulfilled" ? [threadId] : []));
  const run = ending[0];
  if (run?.hasEnded === 1 && reached.length > 0) await db.write([endWatch(db, assetId, run.run, reached)]);
  const failed = told.find((result) => result.status === "rejected");
  if (failed !== undefined) throw new Error("a room could not be told", { cause: failed.reason });
  const last = rooms.at(-1)?.threadId;
  return rooms.length < ROOMS_A_DELIVERY || last === undefined ? null : `${assetId}/${last}`;
}
