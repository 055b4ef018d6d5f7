import { defineConfig } from "vitest/config";

/** Not among the tests of `npm test`: it takes a Chromium on the machine. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    environment: "node",
    setupFiles: ["test/support/clean-up-file.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
