/** A statement and the values of its `?`, in their order. */
export interface Query {
  readonly sql: string;
  readonly params: readonly unknown[];
}

const BINDS_PER_LIMIT = /\blimit \?/i;
/** What is quoted, which holds no value; a value, and whether it is that of a LIMIT. */
const QUOTED_OR_VALUE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\blimit )?\?/gi;

/**
 * The statement with its limits written into it. SQLite plans by the value of a LIMIT: where it is bound, every run of a statement that was compiled
 * before compiles it once more, which for a long one takes ten times as long as running it. There are few limits, and so few texts of each statement.
 */
export function writeLimits(query: Query): Query {
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
