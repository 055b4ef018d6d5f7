import type { RoomSql } from "../schema.ts";
import { MS_PER_HOUR } from "../../domain/time.ts";

/** Longer than any upgrade of a socket takes, in milliseconds. */
const KEPT_MS = MS_PER_HOUR;

/**
 * Public links that were revoked. A guest whom the Worker admitted just before the revocation must not join
 * after it.
 */
export class RevokedLinks {
  readonly #sql: RoomSql;

  constructor(sql: RoomSql) {
    this.#sql = sql;
  }

  add(tokenId: string, now: number): void {
    this.#sql.exec(
      "INSERT INTO revoked_links (token_id, revoked_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
      tokenId,
      now,
    );
    this.#sql.exec("DELETE FROM revoked_links WHERE revoked_at < ?", now - KEPT_MS);
  }

  has(tokenId: string): boolean {
    return this.#sql.exec("SELECT 1 FROM revoked_links WHERE token_id = ?", tokenId).toArray().length > 0;
  }
}
