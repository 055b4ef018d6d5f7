import { faultFields, log } from "../../log.ts";
import type { Embedder } from "../../models/embedder.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { recordEmbeddings } from "../../storage/d1/assets/embeddings.ts";
import { scheduleAlarm, type IndexStore } from "../index-store.ts";
import { deleteReport, listDueReports, postponeReports, reportOverLimit } from "./embedding-reports.ts";

/** Retry delay after D1 failed. */
const RETRY_MS = 30_000;

/**
 * Sends the embedding states of assets to D1 in batches. A failed batch stays in the queue, and sending it
 * twice is harmless.
 */
export async function sendEmbeddingReports(
  store: IndexStore,
  embedder: Embedder | null,
  db: Database,
): Promise<void> {
  const { storage } = store;
  const { sql } = storage;
  try {
    for (;;) {
      if (embedder !== null) storage.transactionSync(() => reportOverLimit(sql, embedder));
      const due = listDueReports(sql, Date.now());
      if (due.length === 0) break;
      await db.write([recordEmbeddings(db, due)]);
      storage.transactionSync(() => {
        for (const each of due) deleteReport(sql, each);
      });
    }
  } catch (error) {
    postponeReports(sql, Date.now() + RETRY_MS);
    log("warn", "embedding_reports_failed", faultFields(error));
  }
  await scheduleAlarm(store);
}
