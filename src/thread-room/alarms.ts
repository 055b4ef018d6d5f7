import type { RoomSql } from "./schema.ts";
import { MS_PER_DAY } from "../domain/time.ts";

/**
 * The purposes of the room's single alarm: storing or answering turns, expiry of a token, and users who left
 * without closing.
 */
export type AlarmName = "turns" | "expiry" | "presence";

/**
 * Longest delay of an alarm. Durable Objects reject an alarm centuries ahead, and a token may be valid that
 * long. An alarm that fires early is scheduled again.
 */
const FURTHEST_MS = MS_PER_DAY;

/**
 * Manages several logical alarms with the single alarm of a Durable Object. Times are milliseconds since
 * 1970.
 */
export class AlarmScheduler {
  readonly #sql: RoomSql;
  readonly #setAlarm: (at: number | null) => Promise<void>;

  readonly #now: () => number;

  /**
   * @param setAlarm sets the object's single alarm, or deletes it (null), in the same implicit transaction as
   * the rows
   */
  constructor(sql: RoomSql, setAlarm: (at: number | null) => Promise<void>, now: () => number) {
    this.#sql = sql;
    this.#setAlarm = setAlarm;
    this.#now = now;
  }

  /** @param at null cancels the alarm; a time more than a day ahead wakes the object after one day */
  schedule(name: AlarmName, at: number | null): Promise<void> {
    const put =
      "INSERT INTO alarms (name, due_at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at";
    if (at === null) this.#sql.exec("DELETE FROM alarms WHERE name = ?", name);
    else this.#sql.exec(put, name, Math.min(at, this.#now() + FURTHEST_MS));
    return this.#setAlarm(this.next());
  }

  dueAt(name: AlarmName): number | null {
    return (
      this.#sql.exec<{ due_at: number }>("SELECT due_at FROM alarms WHERE name = ?", name).toArray()[0]
        ?.due_at ?? null
    );
  }

  next(): number | null {
    return this.#sql.exec<{ at: number | null }>("SELECT min(due_at) AS at FROM alarms").one().at;
  }

  isDue(name: AlarmName, now: number): boolean {
    const at = this.dueAt(name);
    return at !== null && at <= now;
  }
}
