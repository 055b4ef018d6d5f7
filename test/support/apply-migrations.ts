import { reset } from "cloudflare:test";
import { afterAll } from "vitest";
import { testEnv } from "./env.ts";
import { hearLogs, silenceLateLogs } from "./late-logs.ts";

hearLogs();

const { DB, TEST_MIGRATIONS } = testEnv;
const isMigrated = (await DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'organizations'").first()) !== null;
// The reset after a file leaves the tables if the file's last work still used the database.
// One statement for all takes half the time of single statements, and a sixth of a transaction for each.
if (!isMigrated) await DB.prepare(TEST_MIGRATIONS.flatMap((migration) => migration.queries).join(";\n")).run();

// Work that a file leaves running would count in the files after it, which share the runtime.
afterAll(async () => {
  silenceLateLogs();
  await reset();
});
