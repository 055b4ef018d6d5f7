import type { Platform } from "../platform.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { OutboxEntry } from "../storage/d1/service/outbox.ts";
import { jobHandlerOf } from "./handlers.ts";
import { runInline } from "./run-job.ts";

/** Runs jobs after the response. If a job fails, the cron run retries it. */
export type InlineRunner = (db: Database, rows: readonly OutboxEntry[], now: Date) => Promise<void>[];

export function createInlineRunner(platform: Platform): InlineRunner {
  return (requestDb, rows, now) =>
    rows.map((row) => {
      const db = requestDb.withFreshStats();
      return runInline(db, row, now, jobHandlerOf({ db, platform }));
    });
}
