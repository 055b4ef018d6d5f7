import type { RoomSql } from "./schema.ts";
import { MS_PER_DAY } from "../domain/time.ts";

/**
 * The purposes of the room's one alarm: turns to store or answer, a token that expires, users who left
 * without closing.
 */
export type AlarmName = "turns" | "expiry" | "presence";

/**
 * Durable Objects reject an alarm centuries ahead, and a token may last that long. An early alarm schedules
 * itself again.
 */
const FURTHEST_MS = MS_PER_DAY;

/** Several logical alarms over the one alarm of a Durable Object. Times are milliseconds since 1970. */
export class AlarmScheduler {
  readonly #sql: RoomSql;
  readonly #setAlarm: (at: number | null) => Promise<void>;

  readonly #now: () => number;

  /**
   * @param setAlarm sets the one alarm, or deletes it (null). The caller writes it with the rows in one
   * implicit transaction.
   */
  constructor(sql: RoomSql, setAlarm: (at: number | null) => Promise<void>, now: () => number) {
    this.#sql = sql;
    this.#setAlarm = setAlarm;
    this.#now = now;
  }

  /** @param at null cancels the alarm; the object still wakes within a day */
  schedule(name: AlarmName, at: number | null): Promise<void> {
    const put = "INSERT INTO alarms (name, due_at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at";
    if (at === null) this.#sql.exec("DELETE FROM alarms WHERE name = ?", name);
    else this.#sql.exec(put, name, Math.min(at, this.#now() + FURTHEST_MS));
    return this.#setAlarm(this.next());
  }

  dueAt(name: AlarmName): number | null {
    return this.#sql.exec<{ due_at: number }>("SELECT due_at FROM alarms WHERE name = ?", name).toArray()[0]?.due_at ?? null;
  }

  next(): number | null {
    return this.#sql.exec<{ at: number | null }>("SELECT min(due_at) AS at FROM alarms").one().at;
  }

  isDue(name: AlarmName, now: number): boolean {
    const at = this.dueAt(name);
    return at !== null && at <= now;
  }
}
