import type { RoomSql } from "./schema.ts";

/** What the room's one alarm may be for: turns to store or answer; a socket whose token runs out. */
export type AlarmName = "turns" | "expiry";

/** Several logical alarms over the one alarm of a Durable Object. Times are milliseconds since 1970. */
export class AlarmScheduler {
  readonly #sql: RoomSql;
  readonly #setAlarm: (at: number | null) => Promise<void>;

  /** @param setAlarm sets the one alarm, or deletes it (null); it must be written with the rows in one implicit transaction */
  constructor(sql: RoomSql, setAlarm: (at: number | null) => Promise<void>) {
    this.#sql = sql;
    this.#setAlarm = setAlarm;
  }

  /** @param at null: not needed any more */
  schedule(name: AlarmName, at: number | null): Promise<void> {
    if (at === null) this.#sql.exec("DELETE FROM alarms WHERE name = ?", name);
    else
      this.#sql.exec("INSERT INTO alarms (name, due_at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at", name, at);
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
