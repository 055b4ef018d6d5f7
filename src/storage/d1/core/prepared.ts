import { fillPlaceholders, is, Placeholder, SQL, sql, StringChunk } from "drizzle-orm";
import type { PreparedQuery, Statement } from "./database.ts";
import type { Query } from "./write-limits.ts";

/** A place of a value, where an expression is asked for. */
export function placeFor(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}

/** An expression whose values are taken out: what is left is the same for everyone. */
interface Lifted {
  readonly expression: SQL;
  /** Its text. */
  readonly shape: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** @param name how its places are named, before their numbers */
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

/** A statement as it is sent, but for its values. */
interface Prepared extends Query {
  readonly mapResult: MapResult;
}

/**
 * Statements that are written once an isolate for each shape: writing a long one takes longer than sending it. What is kept holds nobody's values.
 * @returns takes who asks; what else tells shapes apart, of few kinds; the values by their places; and what writes the statements
 */
export function preparedOnce<W extends Readonly<Record<string, Statement>>>() {
  const kept = new Map<string, readonly (readonly [name: string, Prepared])[]>();
  return (actor: SQL, kind: string, values: Readonly<Record<string, unknown>>, write: (actor: SQL) => W): W => {
    const by = lifted("actor", actor);
    const shape = `${kind} ${by.shape}`;
    let prepared = kept.get(shape);
    if (prepared === undefined) {
      prepared = Object.entries(write(by.expression)).map(([name, statement]) => [name, preparedOf(statement)] as const);
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

/** @throws Error for a place that has no value */
function filled({ sql: text, params, mapResult }: Prepared, values: Record<string, unknown>): Statement {
  const query: PreparedQuery = { getQuery: () => ({ sql: text, params: fillPlaceholders([...params], values) }), mapResult };
  return { _prepare: () => query } as unknown as Statement;
}
