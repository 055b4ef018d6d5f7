import { sql } from "drizzle-orm";
import { dayOf } from "../../../domain/usage.ts";
import type { Database, Statement } from "../core/database.ts";

/** Attempts that ended at the deadline of a processing stage. */
export const STAGE_DEADLINES = "stage_deadlines";

/** Adds one to the day's counter. Each name has one row, so nothing needs to expire. */
export function countOnDay({ build }: Database, name: string, now: Date): Statement {
  return build.run(sql`INSERT INTO day_counters (name, day, count) VALUES (${name}, ${dayOf(now)}, 1)
    ON CONFLICT (name) DO UPDATE SET count = CASE WHEN day = excluded.day THEN count + 1 ELSE 1 END, day = excluded.day`);
}

/** No row: no event on this day. */
export function findDayCounter({ build }: Database, name: string, day: number) {
  return build.all<{ readonly count: number }>(sql`SELECT count FROM day_counters WHERE name = ${name} AND day = ${day}`);
}
