import { sql, type SQL } from "drizzle-orm";

/** How many versions of one answer are kept. */
export const MAX_VERSIONS = 20;
/** More than `MAX_VERSIONS`: place and version of a hidden row are read off its position. No bound value: D1 binds numbers as floats. */
const SPAN = sql.raw("1000");

/** The position of a row while another version is shown in its place: one of its own, below zero. */
export function hiddenPosition(): SQL<number> {
  return sql<number>`-(position * ${SPAN} + coalesce(answer_version, 1))`;
}

/** Where a message stands in its thread, or, hidden, the version that is shown instead of it. @param row the table's alias */
export function placeOf(row: string): SQL<number> {
  const position = sql.raw(`${row}.position`);
  return sql<number>`CASE WHEN ${position} > 0 THEN ${position} ELSE -${position} / ${SPAN} END`;
}
