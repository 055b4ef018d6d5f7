import { defineConfig } from "vitest/config";
import { WAIT } from "../../support/setup/wait.ts";
import { CONSOLE_PROJECT } from "../../../scripts/lib/run-vitest.ts";

/** `npm run test:console`: the console in Chromium against the built service. Not part of `npm test`. */
export default defineConfig({
  test: {
    name: CONSOLE_PROJECT,
    include: ["test/console/browser/**/*.test.ts"],
    environment: "node",
    setupFiles: ["test/support/setup/clean-up-file.ts"],
    globalSetup: ["test/console/browser/shared-browser.ts"],
    expect: { poll: WAIT },
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // Each file starts a service and uses one browser.
    maxWorkers: 1,
    isolate: false,
  },
});
