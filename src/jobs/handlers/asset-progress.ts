import { endWatch, findEnding, selectWatchers } from "../../storage/d1/assets/watchers.ts";
import type { JobContext } from "../job-context.ts";
import { type Job, type JobOf } from "../job.ts";

const ROOMS_AT_ONCE = 50;

/**
 * Notifies the rooms that watch an asset of its progress. A room that received the final notification stops
 * watching, so a retry reaches the remaining rooms first.
 * @throws Error if the job could not notify one of the rooms, after it notified all others
 */
export async function handleAssetProgress(
  { db, platform }: JobContext,
  { kind, assetId, after }: JobOf<"asset_progress">,
): Promise<Job | null> {
  const watchers = selectWatchers(db, assetId, after ?? "", ROOMS_AT_ONCE);
  const { ending, rooms } = await db.read({ ending: findEnding(db, assetId), rooms: watchers });
  const sent = await Promise.allSettled(
    rooms.map(async ({ threadId }) => await platform.room(threadId).assetProgressed(assetId)),
  );
  const reached = rooms.flatMap(({ threadId }, at) => (sent[at]?.status === "fulfilled" ? [threadId] : []));
  const run = ending[0];
  if (run?.hasEnded === 1 && reached.length > 0) await db.write([endWatch(db, assetId, run.run, reached)]);
  const failed = sent.find((result) => result.status === "rejected");
  if (failed !== undefined) throw new Error("a room could not be notified", { cause: failed.reason });
  const last = rooms.at(-1)?.threadId;
  return rooms.length < ROOMS_AT_ONCE || last === undefined ? null : { kind, assetId, after: last };
}
