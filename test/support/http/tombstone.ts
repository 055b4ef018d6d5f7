import { vi } from "vitest";
import { runDueJobs } from "../../../src/jobs/run-due-jobs.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { platformOf } from "../../../src/platform.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { testEnv } from "../setup/env.ts";
import { call } from "./call.ts";
import type { Person } from "./person.ts";

type Kind = "asset" | "thread";

/** Soft-deletes assets or threads. */
export async function tombstone(
  person: Person,
  kind: Kind,
  ids: readonly string[],
  headers: Record<string, string> = {},
) {
  return await call("DELETE", `/v1/${kind}s/tombstone`, {
    token: person.token,
    body: { [`${kind}Ids`]: ids },
    headers,
  });
}

export async function restore(
  person: Person,
  kind: Kind,
  ids: readonly string[],
  headers: Record<string, string> = {},
) {
  return await call("POST", `/v1/${kind}s/restore`, {
    token: person.token,
    body: { [`${kind}Ids`]: ids },
    headers,
  });
}

const HOUR_MS = 3_600_000;

/** Runs all due jobs, and the jobs that they enqueue, as the cron run does. */
export async function runAllJobs(): Promise<void> {
  const waiting = async () =>
    await testEnv.DB.prepare("SELECT count(*) AS n FROM outbox WHERE parked_at IS NULL").first<number>("n");
  const runAll = async () => {
    await runDueJobs(createDatabase(testEnv.DB), platformOf(testEnv), new Date(Date.now() + HOUR_MS));
    return (await waiting()) === 0;
  };
  await vi.waitUntil(runAll, { timeout: 30_000, interval: 20 });
}

/** Purges a deleted asset as if its retention had ended. */
export async function purgeNow(assetId: string): Promise<void> {
  await testEnv.DB.prepare("UPDATE assets SET purge_at = 1 WHERE id = ?").bind(assetId).run();
  await runScheduledMaintenance(platformOf(testEnv), new Date());
  await runAllJobs();
}
