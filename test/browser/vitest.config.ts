import { defineConfig } from "vitest/config";

/** Not part of `npm test`, because it needs an installed Chromium. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    environment: "node",
    setupFiles: ["test/support/setup/clean-up-file.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
