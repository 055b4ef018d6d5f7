import { sql, type SQL } from "drizzle-orm";

export const MAX_VERSIONS = 20;
/**
 * Factor that separates slot and version in a hidden row's position; larger than `MAX_VERSIONS`. A literal,
 * because D1 binds numbers as floats.
 */
const SPAN = sql.raw("1000");

/** The position of a hidden version: negative and unique within its slot. */
export function hiddenPosition(): SQL<number> {
  return sql<number>`-(position * ${SPAN} + coalesce(answer_version, 1))`;
}

/**
 * A message's position in its thread. A hidden version has the position of its slot.
 * @param row the table's alias
 */
export function versionPositionOf(row: string): SQL<number> {
  const position = sql.raw(`${row}.position`);
  return sql<number>`CASE WHEN ${position} > 0 THEN ${position} ELSE -${position} / ${SPAN} END`;
}
