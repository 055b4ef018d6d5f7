import type { Id } from "../../domain/ids.ts";
import type { RoomSql } from "../schema.ts";
import { MS_PER_DAY } from "../../domain/time.ts";

/** Time in milliseconds for which a row stays. No job reports progress of an asset later. */
const KEPT_MS = 30 * MS_PER_DAY;

/**
 * The progress versions that the thread's users received. The room sends each version once and skips outdated
 * versions.
 */
export class SentProgress {
  readonly #sql: RoomSql;

  constructor(sql: RoomSql) {
    this.#sql = sql;
  }

  isNews(assetId: Id<"asset">, version: number): boolean {
    return (
      this.#sql
        .exec("SELECT 1 FROM sent_progress WHERE asset_id = ? AND version >= ?", assetId, version)
        .toArray().length === 0
    );
  }

  /** Call it within the transaction of the event. */
  remember(sent: readonly { readonly id: string; readonly version: number }[], now: number): void {
    const put = `INSERT INTO sent_progress (asset_id, version, sent_at) VALUES (?, ?, ?)
      ON CONFLICT (asset_id) DO UPDATE SET version = excluded.version, sent_at = excluded.sent_at`;
    for (const { id, version } of sent) this.#sql.exec(put, id, version, now);
    this.#sql.exec("DELETE FROM sent_progress WHERE sent_at < ?", now - KEPT_MS);
  }
}
