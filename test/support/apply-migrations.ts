import { applyD1Migrations, reset } from "cloudflare:test";
import { afterAll } from "vitest";
import { testEnv } from "./env.ts";

await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS);

// What a file leaves running would be counted by the files after it, which share the runtime.
afterAll(reset);
