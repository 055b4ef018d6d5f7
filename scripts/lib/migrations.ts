import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { V4WorkerOptions } from "miniflare";
import { Failure, firstLine } from "./failure.ts";
import { convertV4MiniflareOptions, Miniflare, NoOpLog } from "./miniflare.ts";
import { PROJECT_ROOT } from "./project.ts";

/** The table of `wrangler d1 migrations`, so that both tools see applied migrations. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

const ATTEMPTS = 4;
const PAUSE_MS = 500;

interface SqlStatement {
  readonly sql: string;
  readonly values: readonly string[];
}

/**
 * Runs statements as one batch. @returns the rows of the last one @throws Error of the database, TypeError of
 * the connection
 */
type RunBatch = (batch: readonly SqlStatement[]) => Promise<Record<string, unknown>[]>;

/**
 * One HTTP request per batch. Miniflare's own proxy sends one per statement and waits for each in a new
 * thread.
 */
const scriptOf = (binding: string): string => `export default {
  async fetch(request, { ${binding}: database }) {
    try {
      const batch = await request.json();
      const results = await database.batch(batch.map(({ sql, values }) => database.prepare(sql).bind(...values)));
      return Response.json({ rows: results.at(-1).results });
    } catch (error) {
      return Response.json({ error: error.message });
    }
  },
}`;

export interface MigrationSource {
  /** The D1 binding's name. */
  readonly binding: string;
  /** Relative to the project. */
  readonly migrationsFolder: string;
}

/**
 * Applies missing migrations before any of the Worker's code runs: an alarm fires as soon as the runtime is
 * up.
 * @param storage Miniflare's folder in the state folder
 * @param beforeUpgrade runs before the first migration of a state that has older ones
 * @throws Failure if a migration fails, or if the state has a migration that the project lacks
 */
export async function applyMigrations(
  source: MigrationSource,
  d1Databases: NonNullable<V4WorkerOptions["d1Databases"]>,
  storage: string,
  beforeUpgrade: (() => Promise<void>) | null = null,
): Promise<void> {
  const folder = join(PROJECT_ROOT, source.migrationsFolder);
  const [applied, names] = [await readApplied(storage), await namesIn(folder)];
  if (applied !== null && JSON.stringify(applied) === JSON.stringify(names)) return;
  const isUpgrade = applied !== null && applied.length > 0 && applied.every((name) => names.includes(name));
  if (isUpgrade) await beforeUpgrade?.();
  const worker = {
    name: "migrations",
    modules: true,
    script: scriptOf(source.binding),
    d1Databases,
    port: 0,
    cf: false,
  };
  const options = convertV4MiniflareOptions({
    ...worker,
    host: "127.0.0.1",
    logRequests: false,
    log: new NoOpLog(),
  });
  const miniflare = new Miniflare({ ...options, resourcePersistencePath: storage });
  try {
    const run: RunBatch = async (batch) => {
      const answer = await miniflare.dispatchFetch("http://migrations/", {
        method: "POST",
        body: JSON.stringify(batch),
      });
      const { rows, error } = (await answer.json()) as {
        readonly rows?: Record<string, unknown>[];
        readonly error?: string;
      };
      if (rows === undefined) throw new Error(error);
      return rows;
    };
    await tryAgain(async () => await migrate(run, folder, dirname(storage)));
  } finally {
    await miniflare.dispose();
  }
}

/**
 * Returns the applied migrations. Reads the database file itself, because starting the runtime takes longest.
 * @returns null if the file gives no answer; then the runtime does
 */
async function readApplied(storage: string): Promise<string[] | null> {
  const databases = join(storage, "d1", "miniflare-D1DatabaseObject");
  const files = (await readdir(databases).catch(() => [])).filter((name) =>
    /^[0-9a-f]{64}\.sqlite$/.test(name),
  );
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) return null;
  try {
    using database = new DatabaseSync(join(databases, file), { readOnly: true });
    const applied = database.prepare("SELECT name FROM d1_migrations ORDER BY name").all();
    return applied.map(({ name }) => String(name));
  } catch {
    return null;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
}

/** A busy runtime may reject a connection. A retry sees applied migrations and does not apply them twice. */
async function tryAgain(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionFailure(error) || attempt === ATTEMPTS) throw error;
      await setTimeout(PAUSE_MS * attempt);
    }
  }
}

/** An error of undici. Errors of the database have other messages. */
function isConnectionFailure(error: unknown): boolean {
  return error instanceof TypeError && error.message === "fetch failed";
}

async function migrate(run: RunBatch, folder: string, stateFolder: string): Promise<void> {
  const names = await namesIn(folder);
  const rows = await run([plain(CREATE_TABLE), plain("SELECT name FROM d1_migrations")]);
  const applied = new Set(rows.map(({ name }) => String(name)));
  const missing = [...applied].toSorted().find((name) => !names.includes(name));
  if (missing !== undefined) {
    throw new Failure(
      `The state folder ${stateFolder} belongs to another version of the service: it has the migration ${missing}. ` +
        "Use that version, restore the backup from before the upgrade with npm run restore, or name another folder with --persist-to.",
    );
  }
  for (const name of names.filter((candidate) => !applied.has(candidate))) {
    await applyOne(run, name, await readFile(join(folder, name), "utf8"));
  }
}

/**
 * drizzle-kit writes this mark between statements. Loading wrangler's splitter takes longer than all
 * migrations.
 */
export function statementsOf(sql: string): string[] {
  return sql.split("--> statement-breakpoint");
}

/** Applies and records a migration in one batch. */
async function applyOne(run: RunBatch, name: string, sql: string): Promise<void> {
  const record = { sql: "INSERT INTO d1_migrations (name) VALUES (?)", values: [name] };
  try {
    await run([...statementsOf(sql).map(plain), record]);
  } catch (error) {
    if (isConnectionFailure(error)) throw error;
    throw new Failure(`Migration ${name} fails: ${firstLine(error)}`);
  }
}

function plain(sql: string): SqlStatement {
  return { sql, values: [] };
}
