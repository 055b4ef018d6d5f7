import { reset } from "cloudflare:test";
import { afterAll, vi } from "vitest";
import { testEnv } from "./env.ts";

const { DB, TEST_MIGRATIONS } = testEnv;
// In one transaction: each file begins with this, and one for each migration takes almost three times as long.
const statements = TEST_MIGRATIONS.flatMap(({ queries }) => queries.map((query) => DB.prepare(query)));
const isThere = await DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'organizations'").first();
// What a file left under way at its end may have kept the database from being emptied.
if (isThere === null) await DB.batch(statements);

/** Where an import is cut off by the reset, the runtime does not come to its end. */
async function importsAreDone(): Promise<void> {
  const due = DB.prepare("SELECT 1 FROM outbox WHERE kind = 'import_organization' AND parked_at IS NULL AND due_at <= ?");
  const areDone = async (): Promise<boolean> => (await due.bind(Date.now()).first()) === null;
  await vi.waitUntil(areDone, { timeout: 5_000, interval: 50 }).catch(() => undefined);
}

// What a file leaves running would be counted by the files after it, which share the runtime.
afterAll(async () => {
  await importsAreDone();
  await reset();
});
