import { log } from "../../log.ts";
import type { Embedder, EmbedderError } from "../../models/embedder.ts";
import { arm, type IndexStore, isCleaning } from "../index-store.ts";
import { encodeSlice } from "./encode-slice.ts";
import { keepPause, pauseOf } from "./encoding-queue.ts";

/** Time limit of an alarm invocation; the next alarm continues. */
const ALARM_MS = 20_000;
const MAX_PAUSE_MS = 2_000;
/**
 * First cool-down after a failure. It doubles with each further failure. `Retry-After` of the embedder takes
 * precedence.
 */
const AWAY_MS = 30_000;
const MAX_AWAY_MS = 30 * 60_000;
const MAX_RETRY_AFTER_MS = 6 * 60 * 60_000;

/**
 * Embeds the queued chunks slice by slice, with pauses as long as the slices, so that load slows it down.
 * Cleaning takes precedence.
 */
export async function encodeWaiting(store: IndexStore, embedder: Embedder | null): Promise<void> {
  const { sql } = store.storage;
  if (embedder === null || pauseOf(sql).resume_at > Date.now()) return;
  const until = Date.now() + ALARM_MS;
  while (Date.now() < until && !isCleaning(sql, Date.now())) {
    const began = Date.now();
    const outcome = await encodeSlice(store, embedder);
    if (typeof outcome !== "string") {
      rest(sql, outcome);
      break;
    }
    if (outcome !== "more") break;
    if (pauseOf(sql).failures > 0) keepPause(sql, 0, 0);
    await store.breathe();
    await scheduler.wait(Math.min(Date.now() - began, MAX_PAUSE_MS));
  }
  await arm(store);
}

/** The cool-down is stored, so that new documents do not end it. */
function rest(sql: SqlStorage, { kind, message, retryAfterMs }: EmbedderError): void {
  const failures = pauseOf(sql).failures + 1;
  const away = Math.min(AWAY_MS * 2 ** (failures - 1), MAX_AWAY_MS);
  const restMs = retryAfterMs === null ? away : Math.min(Math.max(retryAfterMs, 1_000), MAX_RETRY_AFTER_MS);
  keepPause(sql, failures, Date.now() + restMs);
  log("warn", "embedder_failed", { kind, detail: message, failures, restMs });
}
