import { defineConfig } from "vitest/config";

/** An operator's first hour and first night: tests outside `npm test`, because they need root or minutes. */
export default defineConfig({
  test: {
    include: ["test/operate/**/*.test.ts"],
    // Prints why a test is skipped.
    reporters: ["verbose"],
    environment: "node",
    fsModuleCache: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    setupFiles: ["test/support/setup/clean-up-file.ts"],
    maxWorkers: 1,
  },
});
