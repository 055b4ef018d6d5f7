import { defineConfig } from "vitest/config";

/** The first hour and the first night of an operator: what no test of `npm test` does, because it needs root, or minutes. */
export default defineConfig({
  test: {
    include: ["test/operate/**/*.test.ts"],
    environment: "node",
    fsModuleCache: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    setupFiles: ["test/support/clean-up-file.ts"],
    maxWorkers: 1,
  },
});
