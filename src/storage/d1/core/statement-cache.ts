import { fillPlaceholders, is, Placeholder, SQL, sql, StringChunk } from "drizzle-orm";
import type { PreparedQuery, Statement } from "./database.ts";
import type { Query } from "./inline-limits.ts";

/** A named placeholder as an SQL expression. */
export function placeholderFor(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}

/** An expression with placeholders in place of its values, so its SQL text is equal for all callers. */
interface Lifted {
  readonly expression: SQL;
  /** SQL text of the expression. */
  readonly shape: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** @param name prefix of the placeholders, before their numbers */
function lifted(name: string, from: SQL): Lifted {
  const values: Record<string, unknown> = {};
  let shape = "";
  const lift = (chunk: unknown): unknown => {
    if (is(chunk, SQL)) return new SQL(chunk.queryChunks.map(lift) as SQL["queryChunks"]);
    if (is(chunk, StringChunk)) {
      shape += chunk.value.join("");
      return chunk;
    }
    if (typeof chunk !== "string" && typeof chunk !== "number")
      throw new TypeError("an expression that is prepared holds text and numbers");
    const place = `${name}${Object.keys(values).length}`;
    values[place] = chunk;
    shape += "?";
    return new Placeholder(place);
  };
  return { expression: lift(from) as SQL, shape, values };
}

type MapResult = PreparedQuery["mapResult"];

/** A prepared statement that still needs its values. */
interface Prepared extends Query {
  readonly mapResult: MapResult;
}

/**
 * Builds each statement once per isolate and shape, because building a long statement takes Drizzle longer
 * than sending it. The cache contains no values.
 * @returns a function of the actor, the other parts of the shape (few variants), the values by placeholder,
 * and the builder
 */
export function statementCache<W extends Readonly<Record<string, Statement>>>() {
  const kept = new Map<string, readonly (readonly [name: string, Prepared])[]>();
  return (
    actor: SQL,
    kind: string,
    values: Readonly<Record<string, unknown>>,
    write: (actor: SQL) => W,
  ): W => {
    const by = lifted("actor", actor);
    const shape = `${kind} ${by.shape}`;
    let prepared = kept.get(shape);
    if (prepared === undefined) {
      prepared = Object.entries(write(by.expression)).map(
        ([name, statement]) => [name, preparedOf(statement)] as const,
      );
      kept.set(shape, prepared);
    }
    const all = { ...values, ...by.values };
    return Object.fromEntries(prepared.map(([name, query]) => [name, filled(query, all)])) as unknown as W;
  };
}

function preparedOf(statement: Statement): Prepared {
  const query = (statement as unknown as { _prepare(): PreparedQuery })._prepare();
  const { sql: text, params } = query.getQuery();
  return { sql: text, params, mapResult: (result, isFromBatch) => query.mapResult(result, isFromBatch) };
}

/** @throws Error for a placeholder without a value */
function filled({ sql: text, params, mapResult }: Prepared, values: Record<string, unknown>): Statement {
  const query: PreparedQuery = {
    getQuery: () => ({ sql: text, params: fillPlaceholders([...params], values) }),
    mapResult,
  };
  return { _prepare: () => query } as unknown as Statement;
}
