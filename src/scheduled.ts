import { DIAGNOSTICS_PREFIX } from "./domain/diagnostic.ts";
import { deleteExpiredDiagnostics, keptSince } from "./storage/d1/service/diagnostics.ts";
import { dayOf } from "./domain/usage.ts";
import { deleteExpiredUsage } from "./storage/d1/service/usage.ts";
import { deleteExpiredKeys } from "./storage/d1/core/idempotency.ts";
import { deleteUnusedSessions } from "./storage/d1/users/sessions.ts";
import { deleteOldMergeChanges } from "./storage/d1/users/merge-changes.ts";
import { selectStuckAssets } from "./storage/d1/assets/processing.ts";
import { endStaleUploads } from "./services/assets/internal/end-stale-uploads.ts";
import { reencryptModelKeys } from "./services/service/internal/reencrypt-model-keys.ts";
import { scheduleUserPurges } from "./services/users/internal/schedule-user-purges.ts";
import { healMissingUserSnapshots } from "./services/users/heal-missing-user-snapshots.ts";
import { pollUntil, dispatchWebhooks } from "./jobs/webhooks/dispatch-webhooks.ts";
import { deleteOldDeliveries } from "./storage/d1/webhooks/deliveries.ts";
import { enqueuePageRefreshes } from "./storage/d1/assets/page-refreshes.ts";
import { finishPage, deleteIdleHosts, selectLostPages } from "./storage/d1/assets/crawls.ts";
import type { Database } from "./storage/d1/core/database.ts";
import { beginExpired } from "./storage/d1/service/purges.ts";
import { runDueJobs } from "./jobs/run-due-jobs.ts";
import type { Platform } from "./platform.ts";
import { MS_PER_MINUTE } from "./domain/time.ts";

const STUCK_AFTER_MS = 10 * MS_PER_MINUTE;
const POLL_INTERVAL_MS = 5_000;
/**
 * Latest start of a poll within the minute, in milliseconds. The next cron run does not wait for this one.
 */
const LAST_POLL_MS = 55_000;
const PURGES_PER_RUN = 50;
const USERS_PER_RUN = 10;
const KEYS_PER_RUN = 50;
const OLD_KEYS_PER_RUN = 1000;
const OLD_SESSIONS_PER_RUN = 1_000;
const DIAGNOSTICS_PER_RUN = 100;
const LOST_PAGES_PER_RUN = 20;
const FORGOTTEN_UPLOADS_PER_RUN = 20;
const PIPELINES_PER_RUN = 50;
const OLD_DELIVERIES_PER_RUN = 1_000;
const OLD_USAGE_PER_RUN = 500;

/**
 * The cron run: schedules purges and page refreshes, runs due jobs, deletes abandoned multipart uploads,
 * restarts stalled pipelines, and sends webhooks. The work per run is bounded, and concurrent runs are safe.
 */
export async function runScheduledMaintenance(platform: Platform, now: Date): Promise<void> {
  const db = platform.database();
  await db.write([
    ...beginExpired(db, "asset", now, PURGES_PER_RUN),
    ...beginExpired(db, "thread", now, PURGES_PER_RUN),
    ...enqueuePageRefreshes(db, now),
    deleteIdleHosts(db, now),
  ]);
  await endLostPages(db, now);
  await scheduleUserPurges(db, now, USERS_PER_RUN);
  await runDueJobs(db, platform, now);
  await db.write([
    deleteExpiredKeys(db, now, OLD_KEYS_PER_RUN),
    deleteOldMergeChanges(db, now, OLD_KEYS_PER_RUN),
    deleteUnusedSessions(db, now, OLD_SESSIONS_PER_RUN),
    deleteExpiredDiagnostics(db, keptSince(now), DIAGNOSTICS_PER_RUN),
    ...deleteExpiredUsage(db, dayOf(now) - platform.usageRetentionDays(), OLD_USAGE_PER_RUN),
  ]);
  await removeDiagnostics(platform, keptSince(now));
  await endStaleUploads(db, platform.bucket, now, FORGOTTEN_UPLOADS_PER_RUN);
  const before = new Date(now.getTime() - STUCK_AFTER_MS);
  const { stuck } = await db.read({ stuck: selectStuckAssets(db, before, PIPELINES_PER_RUN) });
  for (const { id } of stuck) await platform.pipeline(id).start({ assetId: id });
  await reencryptModelKeys(db, platform.modelKeySecrets(), KEYS_PER_RUN);
  await healMissingUserSnapshots(db);
  await dispatchLast(db, platform, now);
}

/**
 * Polls for webhook events until shortly before the next cron run. Call it after the maintenance of the same
 * minute.
 */
export async function pollWebhooksUntilNextRun(platform: Platform, now: Date): Promise<void> {
  const settings = platform.webhooks();
  if (settings === null) return;
  const minute = Math.floor(now.getTime() / MS_PER_MINUTE) * MS_PER_MINUTE;
  await pollUntil(platform.database(), settings, { everyMs: POLL_INTERVAL_MS, until: minute + LAST_POLL_MS });
}

/**
 * Sends webhooks after all other work, because receivers may be slow. Without webhook settings, enqueues no
 * deliveries.
 */
async function dispatchLast(db: Database, platform: Platform, now: Date): Promise<void> {
  const settings = platform.webhooks();
  if (settings === null) return;
  await db.write([deleteOldDeliveries(db, now, OLD_DELIVERIES_PER_RUN)]);
  await dispatchWebhooks(db, settings, now);
}

/** Continues crawls whose current page was deleted during its fetch. */
async function endLostPages(db: Database, now: Date): Promise<void> {
  const { lost } = await db.read({ lost: selectLostPages(db, now, LOST_PAGES_PER_RUN) });
  for (const { assetId } of lost) {
    const { writes, order } = finishPage(
      db,
      { assetId, host: null, isFetched: false, found: [], origin: null, pauseMs: null },
      now,
    );
    await db.write([...writes, order]);
  }
}

/** Deletes expired diagnostics, with or without a row. R2 lists objects by name, so the oldest come first. */
async function removeDiagnostics({ bucket }: Platform, before: Date): Promise<void> {
  const { objects } = await bucket.list({ prefix: DIAGNOSTICS_PREFIX, limit: DIAGNOSTICS_PER_RUN });
  const old = objects.filter(({ uploaded }) => uploaded < before).map(({ key }) => key);
  if (old.length > 0) await bucket.delete(old);
}
