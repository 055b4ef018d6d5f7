import { env } from "cloudflare:workers";
import type { D1Migration } from "@cloudflare/vitest-plugin";
import type { LocalSecrets } from "../../scripts/lib/secrets.ts";
import type { Env } from "../../src/env.ts";

/** The Worker's environment in tests: real bindings, the local settings, and what only tests need. */
export const testEnv = env as unknown as Env & { readonly TEST_MIGRATIONS: D1Migration[]; readonly TEST_SECRETS: LocalSecrets };
