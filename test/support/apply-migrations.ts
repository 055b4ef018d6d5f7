import { reset } from "cloudflare:test";
import { afterAll } from "vitest";
import { testEnv } from "./env.ts";
import { hearLogs, silenceLateLogs } from "./late-logs.ts";

hearLogs();

const { DB, TEST_MIGRATIONS } = testEnv;
const isThere = await DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'organizations'").first();
// What a file left under way at its end may have kept the database from being emptied.
if (isThere === null) await migrate();

/**
 * Each file begins with an empty database. The first of a runtime makes it by the migrations; the others by what these came to, which takes a
 * quarter of the time. All as one statement: each for itself takes twice as long, and each in a transaction of its own six times.
 */
async function migrate(): Promise<void> {
  const shared = globalThis as { migratedSchema?: readonly string[] };
  const queries = shared.migratedSchema ?? TEST_MIGRATIONS.flatMap((migration) => migration.queries);
  await DB.prepare(queries.join(";\n")).run();
  shared.migratedSchema ??= await schemaOf();
}

/** What makes the tables, indexes and triggers of a database, whose tables are empty. */
async function schemaOf(): Promise<string[]> {
  const select = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'trigger', type = 'index', rowid";
  const { results } = await DB.prepare(select).all<{ type: string; name: string; sql: string }>();
  const own = results.filter(({ name }) => !/^(sqlite_|_cf_)/.test(name));
  const virtual = own.filter(({ sql }) => sql.startsWith("CREATE VIRTUAL TABLE"));
  const kept = own.filter(({ name }) => !virtual.some((table) => name.startsWith(`${table.name}_`)));
  for (const { name } of kept.filter(({ type }) => type === "table")) {
    const row = await DB.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).first();
    if (row !== null) throw new Error(`A migration writes rows into ${name}: the files after the first one would lack them.`);
  }
  return kept.map(({ sql }) => sql);
}

// What a file leaves running would be counted by the files after it, which share the runtime.
afterAll(async () => {
  silenceLateLogs();
  await reset();
});
