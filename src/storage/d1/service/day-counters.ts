import { sql } from "drizzle-orm";
import { dayOf } from "../../../domain/usage.ts";
import type { Database, Statement } from "../core/database.ts";

/** Counter of processing attempts that ended at the deadline of a stage. */
export const STAGE_DEADLINES = "stage_deadlines";

/** Adds one to the counter of the day. Each counter has one row, so no rows need to be deleted. */
export function countOnDay({ build }: Database, name: string, now: Date): Statement {
  return build.run(sql`INSERT INTO day_counters (name, day, count) VALUES (${name}, ${dayOf(now)}, 1)
    ON CONFLICT (name) DO UPDATE SET count = CASE WHEN day = excluded.day THEN count + 1 ELSE 1 END, day = excluded.day`);
}

/** The counter's value on a day. Returns no row if no event occurred on that day. */
export function findDayCounter({ build }: Database, name: string, day: number) {
  return build.all<{ readonly count: number }>(
    sql`SELECT count FROM day_counters WHERE name = ${name} AND day = ${day}`,
  );
}
