import type { ThreadEvent } from "../../domain/events.ts";
import type { RoomSql } from "../schema.ts";

/** The assets whose content or name an event contains. Prompts and scopes contain only ids. */
function assetsIn(event: ThreadEvent): string[] {
  if ("textV1" in event) return event.textV1.provenance.citations.map(({ assetId }) => assetId);
  if (!("knowledgeChangeV1" in event)) return [];
  const { knowledgeFull, progress } = event.knowledgeChangeV1;
  const { added, removed } = knowledgeFull.assetContext;
  return [...[...added, ...removed].map(({ id }) => id), ...Object.keys(progress)];
}

/** The newest event that contains each asset. Replays use it to withhold text of deleted documents. */
export class ShownAssets {
  readonly #sql: RoomSql;

  constructor(sql: RoomSql) {
    this.#sql = sql;
  }

  note(event: ThreadEvent, seq: number): void {
    for (const assetId of assetsIn(event)) {
      this.#sql.exec(
        "INSERT INTO shown_assets (asset_id, seq) VALUES (?, ?) ON CONFLICT (asset_id) DO UPDATE SET seq = excluded.seq",
        assetId,
        seq,
      );
    }
  }

  /** Deletes entries of events that the log has dropped, before `firstSeq`. */
  drop(firstSeq: number): void {
    this.#sql.exec("DELETE FROM shown_assets WHERE seq < ?", firstSeq);
  }

  /** Assets in events after `since`, at most `limit`. */
  after(since: number, limit: number): string[] {
    const rows = this.#sql.exec<{ asset_id: string }>(
      "SELECT asset_id FROM shown_assets WHERE seq > ? LIMIT ?",
      since,
      limit,
    );
    return rows.toArray().map(({ asset_id: assetId }) => assetId);
  }
}
