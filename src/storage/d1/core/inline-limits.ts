/** A statement and the values of its `?` placeholders in order. */
export interface Query {
  readonly sql: string;
  readonly params: readonly unknown[];
}

const BINDS_PER_LIMIT = /\blimit \?/i;
/**
 * Matches quoted text, which contains no placeholder, or a placeholder with an optional `LIMIT` before it.
 */
const QUOTED_OR_VALUE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\blimit )?\?/gi;

/**
 * Writes LIMIT values into the statement text. SQLite plans by the value of a LIMIT: with a bound limit,
 * every run recompiles a cached statement, which takes up to ten times as long as the run itself. Few
 * distinct limits exist, so each statement has few texts.
 */
export function inlineLimits(query: Query): Query {
  if (!BINDS_PER_LIMIT.test(query.sql)) return query;
  const params: unknown[] = [];
  let at = 0;
  const sql = query.sql.replace(QUOTED_OR_VALUE, (found, limit?: string) => {
    if (!found.endsWith("?")) return found;
    const value = query.params[at];
    at += 1;
    if (limit !== undefined && Number.isSafeInteger(value)) return `${limit}${String(value)}`;
    params.push(value);
    return found;
  });
  return { sql, params };
}
