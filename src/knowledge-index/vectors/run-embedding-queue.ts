import { log } from "../../log.ts";
import type { Embedder, EmbedderError } from "../../models/embedder.ts";
import { scheduleAlarm, type IndexStore, isMaintenanceDue } from "../index-store.ts";
import { embedBatch } from "./embed-batch.ts";
import { saveCoolDown, getCoolDown } from "./embedding-jobs.ts";
import { reportProgress } from "./embedding-reports.ts";
import { MS_PER_MINUTE, MS_PER_HOUR } from "../../domain/time.ts";

/** Time limit of an alarm invocation; the next alarm continues. */
const ALARM_MS = 20_000;
/**
 * First cool-down after a failure. It doubles with each further failure. A `Retry-After` header of the
 * embedder takes precedence.
 */
const MIN_COOL_DOWN_MS = 30_000;
const MAX_COOL_DOWN_MS = 30 * MS_PER_MINUTE;
const MAX_RETRY_AFTER_MS = 6 * MS_PER_HOUR;

/**
 * Embeds the queued chunks batch by batch. Maintenance takes precedence. The model process and the providers
 * have queues of their own, so no pause is needed between batches.
 */
export async function runEmbeddingQueue(store: IndexStore, embedder: Embedder | null): Promise<void> {
  const { sql } = store.storage;
  if (embedder === null || getCoolDown(sql).resume_at > Date.now()) return;
  const until = Date.now() + ALARM_MS;
  while (Date.now() < until && !isMaintenanceDue(sql, Date.now())) {
    const outcome = await embedBatch(store, embedder);
    if (typeof outcome !== "string") {
      coolDown(sql, outcome);
      break;
    }
    if (outcome !== "more") break;
    if (getCoolDown(sql).failures > 0) saveCoolDown(sql, 0, 0);
    await store.yieldToEventLoop();
  }
  store.storage.transactionSync(() => reportProgress(sql, embedder));
  await scheduleAlarm(store);
}

/** The database stores the cool-down, so that new documents do not end it. */
function coolDown(sql: SqlStorage, { kind, message, retryAfterMs }: EmbedderError): void {
  const failures = getCoolDown(sql).failures + 1;
  const backoff = Math.min(MIN_COOL_DOWN_MS * 2 ** (failures - 1), MAX_COOL_DOWN_MS);
  const coolDownMs =
    retryAfterMs === null ? backoff : Math.min(Math.max(retryAfterMs, 1_000), MAX_RETRY_AFTER_MS);
  saveCoolDown(sql, failures, Date.now() + coolDownMs);
  log("warn", "embedder_failed", { kind, detail: message, failures, coolDownMs });
}
