import { newId } from "../../../domain/ids.ts";
import { ACCOUNT_DELETION_RETRY_MS } from "../../../domain/account-deletion.ts";
import { log } from "../../../log.ts";
import type { Database } from "../../../storage/d1/core/database.ts";
import { startUserPurge, selectExpiredUsers } from "../../../storage/d1/users/account-deletion.ts";

/**
 * Schedules the purge of at most `limit` deleted accounts after their grace period. If the purge would leave
 * collections of other users without an owner, postpones it by one day and logs the reason.
 */
export async function scheduleUserPurges(db: Database, now: Date, limit: number): Promise<void> {
  const { expired } = await db.read({ expired: selectExpiredUsers(db, now, limit) });
  const later = new Date(now.getTime() + ACCOUNT_DELETION_RETRY_MS);
  for (const { id } of expired) {
    const { putOff } = await db.read(startUserPurge(db, id, newId("event"), now, later));
    if (putOff.length > 0)
      log("warn", "user_kept", {
        userId: id,
        reason: "others would be left with collections that nobody owns",
      });
  }
}
