import type { BatchItem } from "drizzle-orm/batch";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { diskFull, ServiceError } from "../../../domain/errors.ts";
import { repeatWhileLost } from "../../../domain/repeat-while-lost.ts";
import { transientFaultOf } from "../../../domain/transient-fault.ts";
import { type Query, inlineLimits } from "./inline-limits.ts";

/** D1 statistics of a request. */
export interface QueryStats {
  trips: number;
  rowsRead: number;
}

export type Statement = BatchItem<"sqlite">;

/** The rows of each query by the query's name. */
export type Rows<Q extends Record<string, Statement>> = { [K in keyof Q]: Q[K]["_"]["result"] };

/** Access to D1 in batches only. Every call is one round trip, which the query statistics count. */
export interface Database {
  /**
   * Drizzle's query builder. Selected columns of a join need distinct names, because batches return rows by
   * column name.
   */
  readonly build: DrizzleD1Database;
  readonly meter: QueryStats;
  /** Runs the queries in one round trip and one transaction. */
  read<Q extends Record<string, Statement>>(queries: Q): Promise<Rows<Q>>;
  /** Runs the statements in one round trip and one transaction, all or none. */
  write(statements: readonly Statement[]): Promise<unknown[]>;
  /**
   * The same database with separate statistics, for work outside the request. This database sees every grant.
   */
  withFreshStats(): Database;
  /**
   * The same database with `grants` replaced by a SELECT in every statement. Each round trip calls the
   * function `grants` anew. No statement may change a grant.
   */
  narrowed(grants: () => string): Database;
}

export function createDatabase(
  binding: D1Database,
  meter: QueryStats = { trips: 0, rowsRead: 0 },
  grants: (() => string) | null = null,
): Database {
  const write = async (statements: readonly Statement[]): Promise<unknown[]> => {
    const batch = prepareBatch(binding, statements, grants?.() ?? null);
    const send = async (): Promise<unknown[]> => {
      meter.trips += 1;
      return await batch.run(meter);
    };
    try {
      // A lost write may have been committed, so only its caller knows how to repeat it.
      return batch.isReadOnly ? await repeatWhileLost(send) : await send();
    } catch (error) {
      throw asUnavailable(error);
    }
  };
  return {
    build: drizzle(binding),
    meter,
    write,
    withFreshStats: () => createDatabase(binding),
    narrowed: (narrow) => createDatabase(binding, meter, narrow),
    async read(queries) {
      const results = await write(Object.values(queries));
      return Object.fromEntries(
        Object.keys(queries).map((name, position) => [name, results[position]]),
      ) as never;
    },
  };
}

/** The part of a Drizzle query that a batch needs. */
export interface PreparedQuery {
  getQuery(): Query;
  mapResult(result: unknown, isFromBatch: boolean): unknown;
}

/** A batch that may run several times if it only reads. */
interface PreparedBatch {
  readonly isReadOnly: boolean;
  readonly run: (meter: QueryStats) => Promise<unknown[]>;
}

/**
 * Prepares a batch with explicitly bound values, because Drizzle's `batch` loses the bound values of raw
 * statements.
 */
function prepareBatch(
  binding: D1Database,
  statements: readonly Statement[],
  grants: string | null,
): PreparedBatch {
  const prepared = statements.map((statement) =>
    (statement as unknown as { _prepare(): PreparedQuery })._prepare(),
  );
  const queries = prepared.map((query) => inlineLimits(query.getQuery()));
  return {
    isReadOnly: queries.every(({ sql }) => isReadOnly(sql)),
    async run(meter) {
      const bound = queries.map(({ sql, params }) =>
        binding.prepare(grants === null ? sql : withGrants(sql, grants)).bind(...params),
      );
      const results = await binding.batch(bound);
      for (const result of results) meter.rowsRead += result.meta.rows_read;
      return results.map((result, position) => prepared[position]?.mapResult(result, true));
    },
  };
}

const READS = /^\s*(?:select|with)\b/i;
const WRITES = /\b(?:insert|update|delete|replace)\s+(?:or|into|from|"|[a-z_])/i;

/** True if the statement changes nothing. Errs on the side of a change. */
function isReadOnly(sql: string): boolean {
  return READS.test(sql) && (/^\s*select\b/i.test(sql) || !WRITES.test(sql));
}

const CHANGES_GRANTS = /\b(?:into|update|ignore|delete from) "?grants\b/i;
const WITH = /^\s*with (recursive )?/i;

/**
 * Puts a table expression named `grants` before the statement, so every part of the statement reads the
 * expression instead of the table.
 * @throws Error for a statement that would change a grant
 */
export function withGrants(statement: string, grants: string): string {
  if (CHANGES_GRANTS.test(statement)) throw new Error("A narrowed database changes no grants.");
  if (!statement.includes("grants")) return statement;
  const own = WITH.exec(statement);
  if (own === null) return `WITH grants AS (${grants}) ${statement}`;
  return `WITH ${own[1] ?? ""}grants AS (${grants}), ${statement.slice(own[0].length)}`;
}

/** SQLite's texts, and those of D1's limits of a database and of an account. */
const FULL =
  /SQLITE_FULL|database or disk is full|exceeded maximum db size|exceeded d1's maximum account storage limit/i;

/**
 * Maps temporary D1 errors to `unavailable`. Their messages contain no bound values and appear only in the
 * log.
 */
function asUnavailable(error: unknown): unknown {
  if (transientFaultOf(error) !== null)
    return new ServiceError("unavailable", "The database is busy. Try again in a moment.", { cause: error });
  if (error instanceof Error && FULL.test(error.message)) return diskFull(error);
  return error;
}
