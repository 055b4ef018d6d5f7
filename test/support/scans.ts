import { vi } from "vitest";
import { testEnv } from "./env.ts";

export interface SentStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** D1's prepared statements carry what they were made of. */
interface Prepared {
  readonly statement: string;
  readonly params: readonly unknown[];
}

/** Remembers every statement that this isolate sends to D1 from now on, each text once with the values of its first time. Ends with `vi.restoreAllMocks`. */
export function recordStatements(): ReadonlyMap<string, SentStatement> {
  const sent = new Map<string, SentStatement>();
  const prototype = Object.getPrototypeOf(testEnv.DB) as { batch: (this: D1Database, all: D1PreparedStatement[]) => Promise<D1Result[]> };
  const { batch } = prototype;
  vi.spyOn(prototype, "batch").mockImplementation(async function (this: D1Database, all) {
    for (const { statement: sql, params } of all as unknown as Prepared[]) if (!sent.has(sql)) sent.set(sql, { sql, params });
    return await batch.call(this, all);
  });
  return sent;
}

/** A growing table that a statement reads from end to end, or indexes again for itself. */
export interface Scan {
  readonly table: string;
  readonly step: string;
}

const STEP = /^(?:SCAN|SEARCH) (?<name>\S+)(?<rest>.*)$/;
const KEYWORD = "(?!(?:JOIN|LEFT|CROSS|INNER|INDEXED|WHERE|ON|SET|ORDER|GROUP|LIMIT|UNION|SELECT)\\b)";
const NAMED = new RegExp(`(?:\\b(?:FROM|JOIN|INTO|UPDATE)|,)\\s+"?(?<table>\\w+)"?(?:\\s+(?:AS\\s+)?${KEYWORD}"?(?<alias>\\w+)"?)?`, "gi");
/** Rows that stand in the statement itself, or that another step of the plan yields. */
const NO_TABLE = /VIRTUAL TABLE|CONSTANT ROW|VALUES CLAUSE|^SCAN \(/;

/** How SQLite would run the statement, a line each step. */
export async function planOfText({ sql, params }: SentStatement): Promise<string[]> {
  const plan = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return plan.results.map(({ detail }) => detail);
}

/** @returns the scans of tables among `growing` in the statement's plan, and of what cannot be told to be another table */
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

/** The tables that a name of the plan can mean in the statement: itself, or what it is an alias of; `?` when it is found nowhere. */
function tablesNamed(name: string, sql: string): string[] {
  const named = [...sql.matchAll(NAMED)].flatMap(({ groups }) => {
    return groups?.["alias"] === name || groups?.["table"] === name ? [groups["table"] ?? ""] : [];
  });
  const isQuery = new RegExp(`\\)\\s*(?:AS\\s+)?"?${name}"?\\b|\\bWITH\\b[^]*\\b${name}\\b[^]*?\\bAS\\b`, "i").test(sql);
  return named.length === 0 && !isQuery ? ["?"] : [...new Set(named)];
}
