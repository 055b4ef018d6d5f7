import { reset } from "cloudflare:test";
import { afterAll } from "vitest";
import { testEnv } from "./env.ts";
import { restoreLogs, silenceLateLogs } from "./late-logs.ts";

restoreLogs();

const { DB, TEST_MIGRATIONS } = testEnv;
const isMigrated =
  (await DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'organizations'").first()) !== null;
// The reset after a file keeps the tables if the file's last work still used the database. One statement list
// takes half the time of single statements and a sixth of one transaction each.
if (!isMigrated)
  await DB.prepare(TEST_MIGRATIONS.flatMap((migration) => migration.queries).join(";\n")).run();

// Work that a file leaves running would be counted in the next file, which shares the runtime.
afterAll(async () => {
  silenceLateLogs();
  await reset();
});
