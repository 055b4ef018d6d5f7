import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  type DrizzleSQLiteSnapshotJSON,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from "drizzle-kit/api";
import { expect, test } from "vitest";
import { statementsOf } from "../../scripts/lib/migrations.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

// drizzle-kit adds an enumerable method to all arrays, which pdf.js rejects in the other files of this
// process.
Reflect.deleteProperty(Array.prototype, "random");

const FOLDER = join(PROJECT_ROOT, "migrations");
const SCHEMA_FOLDER = join(PROJECT_ROOT, "src/storage/d1/schema");
const COMMENTS = /^\s*--.*$/gm;
const WRITES_ROWS = /^(?:INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i;

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".sql"))
  .toSorted();
const sqlOf = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
const readMeta = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, "meta", name), "utf8"));

const masterOf = (database: DatabaseSync): unknown[] =>
  database.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY name").all();

async function drizzleSchema(): Promise<DrizzleSQLiteSnapshotJSON> {
  const files = readdirSync(SCHEMA_FOLDER).filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(
    files.map(async (file) => (await import(join(SCHEMA_FOLDER, file))) as Record<string, unknown>),
  );
  return await generateSQLiteDrizzleJson(Object.assign({}, ...modules) as Record<string, unknown>);
}

function databaseOf(statements: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const statement of statements) database.exec(statement);
  return database;
}

/** Columns and indexes of each table. A table may be WITHOUT ROWID, which drizzle-kit cannot express. */
function tablesOf(database: DatabaseSync): Record<string, unknown> {
  const tables = database.prepare(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  return Object.fromEntries(tables.all().map(({ name }) => [String(name), tableOf(database, String(name))]));
}

function tableOf(database: DatabaseSync, table: string): unknown {
  const columns = database
    .prepare(`SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_xinfo(?) ORDER BY name`)
    .all(table);
  const indexes =
    database.prepare(`SELECT list.name, list."unique", list.partial, master.sql FROM pragma_index_list(?) list
    LEFT JOIN sqlite_master master ON master.name = list.name ORDER BY list.name`);
  const keys = database.prepare(
    `SELECT name, "desc", coll FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno`,
  );
  return {
    columns,
    indexes: indexes.all(table).map((index) => ({ ...index, keys: keys.all(String(index["name"])) })),
  };
}

test("migrations have numbers without gaps, and the journal lists each migration", () => {
  expect(names.map((name) => name.slice(0, 5))).toEqual(
    names.map((_, at) => `${String(at).padStart(4, "0")}_`),
  );
  const { entries } = readMeta("_journal.json") as {
    readonly entries: readonly { readonly idx: number; readonly tag: string }[];
  };
  expect(entries.map(({ idx, tag }) => [idx, `${tag}.sql`])).toEqual(names.map((name, at) => [at, name]));
});

test("drizzle-kit finds no difference between the last snapshot and the schema", async () => {
  const snapshot = readMeta(`${names.at(-1)?.slice(0, 4)}_snapshot.json`) as DrizzleSQLiteSnapshotJSON;
  expect(await generateSQLiteMigration(snapshot, await drizzleSchema())).toEqual([]);
});

test("the migrations create the tables, columns and indexes of the schema", async () => {
  const empty = await generateSQLiteDrizzleJson({});
  using expected = databaseOf(await generateSQLiteMigration(empty, await drizzleSchema()));
  using migrated = databaseOf(names.map(sqlOf));
  expect(tablesOf(migrated)).toEqual(tablesOf(expected));
});

test("a breakpoint separates any two statements of a migration", () => {
  using whole = new DatabaseSync(":memory:");
  using parts = new DatabaseSync(":memory:");
  for (const name of names) {
    const sql = sqlOf(name);
    whole.exec(sql);
    // `prepare` takes the first statement of its text and ignores the rest.
    for (const statement of statementsOf(sql)) parts.prepare(statement).run();
    expect({ name, master: masterOf(parts) }).toEqual({ name, master: masterOf(whole) });
  }
});

test("no migration writes rows", () => {
  const writing = names.filter((name) => {
    const statements = statementsOf(sqlOf(name)).map((each) => each.replaceAll(COMMENTS, "").trim());
    return statements.some((each) => WRITES_ROWS.test(each));
  });
  expect(writing).toEqual([]);
});
