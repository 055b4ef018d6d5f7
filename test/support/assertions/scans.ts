import { vi } from "vitest";
import { testEnv } from "../setup/env.ts";

export interface SentStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The fields of D1's prepared statements. */
interface Prepared {
  readonly statement: string;
  readonly params: readonly unknown[];
}

/**
 * Records every statement that this isolate sends to D1, each SQL text once with its first values. Ends with
 * `vi.restoreAllMocks`.
 */
export function recordStatements(): ReadonlyMap<string, SentStatement> {
  const sent = new Map<string, SentStatement>();
  const prototype = Object.getPrototypeOf(testEnv.DB) as {
    batch: (this: D1Database, all: D1PreparedStatement[]) => Promise<D1Result[]>;
  };
  const { batch } = prototype;
  vi.spyOn(prototype, "batch").mockImplementation(async function (this: D1Database, all) {
    for (const { statement: sql, params } of all as unknown as Prepared[])
      if (!sent.has(sql)) sent.set(sql, { sql, params });
    return await batch.call(this, all);
  });
  return sent;
}

/** A growing table that a statement scans, or for which it builds an automatic index. */
export interface Scan {
  readonly table: string;
  readonly step: string;
}

const STEP = /^(?:SCAN|SEARCH) (?<name>\S+)(?<rest>.*)$/;
const KEYWORD = "(?!(?:JOIN|LEFT|CROSS|INNER|INDEXED|WHERE|ON|SET|ORDER|GROUP|LIMIT|UNION|SELECT)\\b)";
const NAMED = new RegExp(
  `(?:\\b(?:FROM|JOIN|INTO|UPDATE)|,)\\s+"?(?<table>\\w+)"?(?:\\s+(?:AS\\s+)?${KEYWORD}"?(?<alias>\\w+)"?)?`,
  "gi",
);
/** Rows from the statement itself or from another step of the plan. */
const NO_TABLE = /VIRTUAL TABLE|CONSTANT ROW|VALUES CLAUSE|^SCAN \(/;

/** SQLite's query plan for the statement, one line for each step. */
export async function planOfText({ sql, params }: SentStatement): Promise<string[]> {
  const plan = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return plan.results.map(({ detail }) => detail);
}

/** @returns the scans of `growing` tables in the statement's plan, and scans whose table is unknown */
export async function scansOf({ sql, params }: SentStatement, growing: ReadonlySet<string>): Promise<Scan[]> {
  const plan = await planOfText({ sql, params });
  return plan.flatMap((step) => {
    const { name = "", rest = "" } = STEP.exec(step)?.groups ?? {};
    const readsAll = step.startsWith("SCAN") || rest.includes("AUTOMATIC");
    if (!readsAll || NO_TABLE.test(step)) return [];
    return tablesNamed(name, sql)
      .filter((table) => table === "?" || growing.has(table))
      .map((table) => ({ table, step }));
  });
}

/**
 * The tables that a plan's name may mean in the statement: the table itself or the target of an alias. `?` if
 * none is found.
 */
function tablesNamed(name: string, sql: string): string[] {
  const named = [...sql.matchAll(NAMED)].flatMap(({ groups }) => {
    return groups?.["alias"] === name || groups?.["table"] === name ? [groups["table"] ?? ""] : [];
  });
  const isQuery = new RegExp(
    `\\)\\s*(?:AS\\s+)?"?${name}"?\\b|\\bWITH\\b[^]*\\b${name}\\b[^]*?\\bAS\\b`,
    "i",
  ).test(sql);
  return named.length === 0 && !isQuery ? ["?"] : [...new Set(named)];
}
