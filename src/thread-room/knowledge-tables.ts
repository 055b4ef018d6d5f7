import * as z from "zod";
import type { RoomSql } from "./schema.ts";

/** `knowledge_plans` holds what a change is about to do, until its turn ends; `told_progress` the version of each asset that was told last. */
export const KNOWLEDGE_TABLES = [
  `CREATE TABLE knowledge_plans (turn_seq INTEGER PRIMARY KEY, plan TEXT NOT NULL) STRICT`,
  `CREATE TABLE told_progress (asset_id TEXT PRIMARY KEY, version INTEGER NOT NULL, told_at INTEGER NOT NULL) STRICT`,
  `CREATE INDEX told_progress_at ON told_progress (told_at)`,
];

const targets = z.object({ collectionIds: z.array(z.string()), assetIds: z.array(z.string()) });
const plan = z.object({
  homeId: z.string(),
  added: targets,
  removed: targets,
  world: z.object({ before: z.boolean(), after: z.boolean() }),
});

/** What a change really does. */
export type KnowledgePlan = z.output<typeof plan>;

/** What the changes that have not ended do: written down before D1 does it, as D1 does not tell afterwards what was new. */
export class KnowledgePlans {
  readonly #sql: RoomSql;

  constructor(sql: RoomSql) {
    this.#sql = sql;
  }

  put(turnSeq: number, made: KnowledgePlan): void {
    const put = "INSERT INTO knowledge_plans (turn_seq, plan) VALUES (?, ?) ON CONFLICT (turn_seq) DO UPDATE SET plan = excluded.plan";
    this.#sql.exec(put, turnSeq, JSON.stringify(made));
  }

  get(turnSeq: number): KnowledgePlan | null {
    const row = this.#sql.exec<{ plan: string }>("SELECT plan FROM knowledge_plans WHERE turn_seq = ?", turnSeq).toArray()[0];
    return row === undefined ? null : plan.parse(JSON.parse(row.plan));
  }

  remove(turnSeq: number): void {
    this.#sql.exec("DELETE FROM knowledge_plans WHERE turn_seq = ?", turnSeq);
  }
}

/** An order to tell of an asset does not come again after so long. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** What the thread's people have heard of its assets: an order that comes twice is told once, and one that was overtaken not at all. */
export class ToldProgress {
  readonly #sql: RoomSql;

  constructor(sql: RoomSql) {
    this.#sql = sql;
  }

  isNews(assetId: string, version: number): boolean {
    return this.#sql.exec("SELECT 1 FROM told_progress WHERE asset_id = ? AND version >= ?", assetId, version).toArray().length === 0;
  }

  /** Call it within the transaction that tells. */
  remember(told: readonly { readonly id: string; readonly version: number }[], now: number): void {
    const put = `INSERT INTO told_progress (asset_id, version, told_at) VALUES (?, ?, ?)
      ON CONFLICT (asset_id) DO UPDATE SET version = excluded.version, told_at = excluded.told_at`;
    for (const { id, version } of told) this.#sql.exec(put, id, version, now);
    this.#sql.exec("DELETE FROM told_progress WHERE told_at < ?", now - KEPT_MS);
  }
}
