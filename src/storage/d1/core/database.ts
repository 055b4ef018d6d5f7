import type { BatchItem } from "drizzle-orm/batch";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { diskFull, ServiceError } from "../../../domain/errors.ts";
import { type Query, writeLimits } from "./write-limits.ts";

/** What a request has cost in D1 so far. */
export interface Meter {
  trips: number;
  rowsRead: number;
}

export type Statement = BatchItem<"sqlite">;

/** The rows of each named query. */
export type Rows<Q extends Record<string, Statement>> = { [K in keyof Q]: Q[K]["_"]["result"] };

/** D1 seen through batches alone: every call is one round trip, and is counted. */
export interface Database {
  /** Builds queries. Joins must give each selected column a name of its own: rows of a batch come back by name. */
  readonly build: DrizzleD1Database;
  readonly meter: Meter;
  /** Runs the queries in one trip and one transaction. */
  read<Q extends Record<string, Statement>>(queries: Q): Promise<Rows<Q>>;
  /** Runs the statements in one trip and one transaction: all or none. */
  write(statements: readonly Statement[]): Promise<unknown[]>;
  /** The same database for work beside the request: what it costs is not the request's. It sees every grant. */
  apart(): Database;
  /** The same database where `grants` is what this SELECT yields, asked for at each trip, in every statement; none of them may change a grant. */
  narrowed(grants: () => string): Database;
}

export function createDatabase(
  binding: D1Database,
  meter: Meter = { trips: 0, rowsRead: 0 },
  grants: (() => string) | null = null,
): Database {
  const write = async (statements: readonly Statement[]): Promise<unknown[]> => {
    meter.trips += 1;
    try {
      return await runBatch(binding, statements, meter, grants?.() ?? null);
    } catch (error) {
      throw asUnavailable(error);
    }
  };
  return {
    build: drizzle(binding),
    meter,
    write,
    apart: () => createDatabase(binding),
    narrowed: (narrow) => createDatabase(binding, meter, narrow),
    async read(queries) {
      const results = await write(Object.values(queries));
      return Object.fromEntries(Object.keys(queries).map((name, position) => [name, results[position]])) as never;
    },
  };
}

/** The part of a Drizzle query that a batch needs. */
export interface PreparedQuery {
  getQuery(): Query;
  mapResult(result: unknown, isFromBatch: boolean): unknown;
}

/** Drizzle's own `batch` loses the bound values of raw statements, so this binds them. */
async function runBatch(binding: D1Database, statements: readonly Statement[], meter: Meter, grants: string | null): Promise<unknown[]> {
  const prepared = statements.map((statement) => (statement as unknown as { _prepare(): PreparedQuery })._prepare());
  const bound = prepared.map((query) => {
    const { sql, params } = writeLimits(query.getQuery());
    return binding.prepare(grants === null ? sql : withGrants(sql, grants)).bind(...params);
  });
  const results = await binding.batch(bound);
  for (const result of results) meter.rowsRead += result.meta.rows_read;
  return results.map((result, position) => prepared[position]?.mapResult(result, true));
}

const CHANGES_GRANTS = /\b(?:into|update|ignore|delete from) "?grants\b/i;
const WITH = /^\s*with (recursive )?/i;

/**
 * The statement with a table expression in the place of the table `grants`: no part of it sees another one, wherever it stands, and a part that
 * is written later does neither. @throws Error for a statement that would change a grant
 */
export function withGrants(statement: string, grants: string): string {
  if (CHANGES_GRANTS.test(statement)) throw new Error("A narrowed database changes no grants.");
  if (!statement.includes("grants")) return statement;
  const own = WITH.exec(statement);
  if (own === null) return `WITH grants AS (${grants}) ${statement}`;
  return `WITH ${own[1] ?? ""}grants AS (${grants}), ${statement.slice(own[0].length)}`;
}

const TRANSIENT = /overloaded|connection lost|storage caused object to be reset|reset because its code was updated|timed out/i;

const FULL = /SQLITE_FULL|database or disk is full/i;

/** D1's passing faults become `unavailable`; its messages hold no bound values, and go to the log alone. */
function asUnavailable(error: unknown): unknown {
  if (error instanceof Error && TRANSIENT.test(error.message)) {
    return new ServiceError("unavailable", "The database is busy. Try again in a moment.", { cause: error });
  }
  if (error instanceof Error && FULL.test(error.message)) return diskFull(error);
  return error;
}
