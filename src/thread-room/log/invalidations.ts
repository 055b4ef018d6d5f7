import type { RoomSql } from "../schema.ts";

/** Changes that the room remembers at most. */
const REMEMBERED = 100;

const PUT =
  "INSERT INTO invalidations (change, seq, at) VALUES (?, ?, ?) ON CONFLICT (change) DO UPDATE SET seq = excluded.seq, at = excluded.at";

/** Changes that invalidated earlier events. The room reports each change once. */
export class Invalidations {
  readonly #sql: RoomSql;

  constructor(sql: RoomSql) {
    this.#sql = sql;
  }

  has(change: string): boolean {
    return this.#sql.exec("SELECT 1 FROM invalidations WHERE change = ?", change).toArray().length > 0;
  }

  /** @param at milliseconds since 1970 */
  record(change: string, seq: number, at: number): void {
    this.#sql.exec(PUT, change, seq, at);
    this.#sql.exec(
      "DELETE FROM invalidations WHERE change NOT IN (SELECT change FROM invalidations ORDER BY seq DESC LIMIT ?)",
      REMEMBERED,
    );
  }

  /** Time of the newest change, milliseconds since 1970; -Infinity without a change. */
  lastAt(): number {
    return (
      this.#sql.exec<{ at: number | null }>("SELECT max(at) AS at FROM invalidations").one().at ??
      Number.NEGATIVE_INFINITY
    );
  }
}
