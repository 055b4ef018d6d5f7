import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { localSettings } from "./scripts/lib/local-settings.ts";
import { localSecrets } from "./scripts/lib/secrets.ts";
import { PATIENCE } from "./test/support/patience.ts";

const migrations = await readD1Migrations("migrations");
const secrets = await localSecrets(join("node_modules", ".cache", "knowledge-workspace-tests"));
const bindings = {
  ...localSettings(secrets),
  RATE_LIMITS: "off",
  EXTERNAL_WORKER_TYPES: "audio/*",
  TEST_MIGRATIONS: migrations,
  TEST_SECRETS: secrets,
};

/** What a test that hangs is given: far more than any takes on a machine with other work. */
const BUSY_MACHINE_MS = 30_000;

export default defineConfig({
  test: {
    fsModuleCache: false,
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          environment: "node",
          testTimeout: BUSY_MACHINE_MS,
          expect: { poll: PATIENCE },
          hookTimeout: BUSY_MACHINE_MS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [
          cloudflareTest({
            main: "./src/index.ts",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: { bindings },
          }),
        ],
        test: {
          name: "worker",
          // Every test makes its own people and organization, so files can share a runtime: half the time.
          isolate: false,
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
          include: ["test/worker/**/*.test.ts"],
          testTimeout: BUSY_MACHINE_MS,
          expect: { poll: PATIENCE },
          hookTimeout: BUSY_MACHINE_MS,
          setupFiles: ["test/support/apply-migrations.ts"],
          deps: { optimizer: { ssr: { enabled: true, include: ["node-html-markdown"] } } },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          environment: "node",
          testTimeout: 120_000,
          expect: { poll: PATIENCE },
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
          maxWorkers: 2,
        },
      },
    ],
  },
});
