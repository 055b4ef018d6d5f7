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

test("no migration writes rows, except one from before the first release", () => {
  const writing = names.filter((name) => {
    const statements = statementsOf(sqlOf(name)).map((each) => each.replaceAll(COMMENTS, "").trim());
    return statements.some((each) => WRITES_ROWS.test(each));
  });
  expect(writing).toEqual(["0006_thread_words.sql"]);
});

test("threads and messages from before the word index are found by their words", () => {
  const at = names.indexOf("0006_thread_words.sql");
  using database = databaseOf(names.slice(0, at).map(sqlOf));
  const insert = (table: string, values: Record<string, string | number>): void =>
    insertRow(database, table, values);
  insert("threads", { id: "thread_1", organization_id: "org_1", label: "Harbour dues" });
  insert("threads", { id: "thread_2", organization_id: "org_1", label: "" });
  const question = { id: "msg_1", thread_id: "thread_1", kind: "text", state: "done", position: 1 };
  insert("messages", { ...question, content: "Who pays the pilot?" });
  const answer = { ...question, id: "msg_2", position: 2, in_reply_to: "msg_1" };
  insert("messages", { ...answer, content: "The owner of the ship." });
  insert("messages", {
    ...answer,
    id: "msg_3",
    position: 3,
    state: "failed",
    content: "A draft about cranes.",
  });
  insert("messages", {
    ...answer,
    id: "msg_4",
    position: 4,
    state: "pending",
    content: "Another about buoys.",
  });
  for (const name of names.slice(at)) database.exec(sqlOf(name));

  const slotsOf = (word: string): unknown[] =>
    database
      .prepare("SELECT rowid % 262144 AS slot FROM thread_words WHERE thread_words MATCH ? ORDER BY rowid")
      .all(word)
      .map((row) => row["slot"]);
  expect(slotsOf("harbour")).toEqual([0]);
  expect(slotsOf("pilot")).toEqual([1, 2, 3]);
  expect(slotsOf("ship")).toEqual([2]);
  expect(slotsOf("cranes OR buoys")).toEqual([]);
});

/** Writes a row. A required column that `values` lacks gets an empty text, or 0 where it takes numbers. */
function insertRow(database: DatabaseSync, table: string, values: Record<string, string | number>): void {
  const required = database
    .prepare(`SELECT name, type FROM pragma_table_info(?) WHERE "notnull" AND dflt_value IS NULL`)
    .all(table)
    .map(({ name, type }) => [String(name), type === "integer" ? 0 : ""] as const);
  const row = { ...Object.fromEntries(required), ...values };
  const columns = Object.keys(row).join(", ");
  const places = Object.keys(row)
    .map(() => "?")
    .join(", ");
  database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${places})`).run(...Object.values(row));
}
