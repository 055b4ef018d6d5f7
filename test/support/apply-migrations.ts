import { reset } from "cloudflare:test";
import { afterAll } from "vitest";
import { testEnv } from "./env.ts";

// In one transaction: each file begins with this, and one for each migration takes almost three times as long.
await testEnv.DB.batch(testEnv.TEST_MIGRATIONS.flatMap(({ queries }) => queries.map((query) => testEnv.DB.prepare(query))));

// What a file leaves running would be counted by the files after it, which share the runtime.
afterAll(reset);
