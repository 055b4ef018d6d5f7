import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { builtWorker } from "./scripts/lib/built-worker.ts";
import { localSettings } from "./scripts/lib/local-settings.ts";
import { SANDBOX_CONFIG, SANDBOX_FILES } from "./scripts/lib/project.ts";
import { linksBinding } from "./test/support/setup/links-binding.ts";
import { localModelsBinding } from "./test/support/setup/local-models-binding.ts";
import { localSecrets } from "./scripts/lib/secrets.ts";
import { readCompatibility, toMiniflareModules } from "./scripts/lib/worker-options.ts";
import { startWorkersAi } from "./test/support/fixtures/workers-ai-server.ts";
import { chooseSeed } from "./test/support/setup/choose-seed.ts";
import { keepInMemory } from "./test/support/setup/keep-in-memory.ts";
import { WAIT } from "./test/support/setup/wait.ts";
import { stripSourceMaps } from "./test/support/setup/strip-source-maps.ts";
import { isVisibleLog, filterRuntimeLogs } from "./test/support/setup/filter-runtime-logs.ts";

keepInMemory();
// Each runtime would take all of them in when it starts, which is a third of that. No test asks anything outside of this machine.
delete process.env["NODE_EXTRA_CA_CERTS"];

// The document that the service serves, and the types of the client.
execFileSync(process.execPath, [join("scripts", "generate.ts")]);

const migrations = await readD1Migrations("migrations");
const TEST_STATE = join("node_modules", ".cache", "knowledge-workspace-tests");
const secrets = await localSecrets(TEST_STATE);
const bindings = {
  ...localSettings(secrets),
  RATE_LIMITS: "off",
  EXTERNAL_WORKER_TYPES: "audio/*, image/tiff, application/vnd.apple.keynote, application/vnd.apple.numbers",
  TEST_MIGRATIONS: migrations,
  TEST_SECRETS: secrets,
};

/** The real one, beside the service: files are read as they are everywhere. */
const sandbox = {
  name: "knowledge-workspace-sandbox",
  modules: toMiniflareModules(await builtWorker(SANDBOX_CONFIG)),
  serviceBindings: { FILES: { disk: { path: SANDBOX_FILES } } },
  ...(await readCompatibility(SANDBOX_CONFIG)),
};

/** Behind the runtime's own binding of Workers AI, under another name: by default, no test uses Workers AI. */
const workersAi = await startWorkersAi();
workersAi.server.unref();

/** What a test that hangs is given: far more than any takes on a machine with other work. */
const BUSY_MACHINE_MS = 90_000;

/** Packages of many modules, each by all of the names that it is imported by: as one, they are quicker to send to a runtime. */
const AS_ONE_MODULE = [
  ["drizzle-orm", "drizzle-orm/batch", "drizzle-orm/d1", "drizzle-orm/sqlite-core"],
  ["hono", "hono/accepts", "hono/body-limit", "hono/cors", "hono/html", "hono/http-exception"],
  ["@hono/zod-validator", "@modelcontextprotocol/server", "zod"],
  ["entities", "fast-check", "jose", "markdown-it", "node-html-markdown", "typeid-js"],
].flat();

filterRuntimeLogs();

export default defineConfig({
  test: {
    fsModuleCache: false,
    silent: "passed-only",
    // Tests that wait for seconds wait side by side: all of a file's.
    maxConcurrency: 12,
    onConsoleLog: isVisibleLog,
    provide: { propertySeed: chooseSeed(), isWhole: process.env["TEST_SCALE"] === "whole" },
    projects: [
      {
        test: {
          name: "unit",
          alias: { "knowledge-workspace-client": new URL("client/src/index.ts", import.meta.url).pathname },
          isolate: false,
          include: [
            "test/unit/**/*.test.ts",
            "test/security/unit/**/*.test.ts",
            "test/console/unit/**/*.test.ts",
          ],
          environment: "node",
          setupFiles: ["test/support/setup/clean-up-file.ts", "test/support/setup/property-seed.ts"],
          testTimeout: BUSY_MACHINE_MS,
          expect: { poll: WAIT },
          hookTimeout: BUSY_MACHINE_MS,
          sequence: { groupOrder: 0 },
          // With one, as vitest chooses on two cores, it would run them after all others.
          maxWorkers: 2,
        },
      },
      {
        assetsInclude: ["test/documents/*.{docx,pptx,xlsx,ods}"],
        plugins: [
          cloudflareTest({
            main: "./src/index.ts",
            wrangler: { configPath: "./wrangler.toml" },
            // Tests of readers call the sandbox's code within the service's runtime.
            miniflare: {
              bindings,
              serviceBindings: {
                ...sandbox.serviceBindings,
                ...localModelsBinding(),
                HOST: linksBinding(TEST_STATE),
              },
              workers: [sandbox],
              ai: { binding: "WORKERS_AI", remoteProxyConnectionString: workersAi.proxy },
            },
          }),
          stripSourceMaps(),
        ],
        test: {
          name: "worker",
          globalSetup: ["test/support/setup/shared-model-server.ts"],
          // Every test makes its own people and organization, so files can share a runtime: half the time.
          isolate: false,
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          include: ["test/worker/**/*.test.ts", "test/security/*.test.ts"],
          testTimeout: BUSY_MACHINE_MS,
          expect: { poll: WAIT },
          hookTimeout: BUSY_MACHINE_MS,
          setupFiles: [
            "test/support/setup/module-cache.ts",
            "test/support/setup/load-once.ts",
            "test/support/setup/apply-migrations.ts",
            "test/support/setup/property-seed.ts",
          ],
          deps: { optimizer: { ssr: { enabled: true, include: AS_ONE_MODULE } } },
        },
      },
      {
        test: {
          name: "e2e",
          globalSetup: ["test/support/setup/shared-service.ts"],
          include: ["test/e2e/**/*.test.ts", "test/security/service/**/*.test.ts"],
          environment: "node",
          // Loading what they share once for each file takes as long as a start of the service.
          isolate: false,
          setupFiles: ["test/support/setup/clean-up-file.ts"],
          testTimeout: 2 * BUSY_MACHINE_MS,
          expect: { poll: WAIT },
          hookTimeout: 2 * BUSY_MACHINE_MS,
          sequence: { groupOrder: 2 },
          // One more than there are cores: many of them wait for what an operator would wait for.
          maxWorkers: 3,
        },
      },
    ],
  },
});
