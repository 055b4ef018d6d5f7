import type { Plugin } from "vitest/config";

const OF_PACKAGES = /\/node_modules\//;

/**
 * Modules come to a runtime of tests with their source maps in them, which are as long as they are: nobody reads those of packages, and all
 * others only where a test fails. Where all files run they stay behind; a file that is run by its name has its own.
 */
export function plainModules(): Plugin {
  const isAll = process.env["TEST_SOURCE_MAPS"] === "off";
  return {
    name: "plain-modules",
    enforce: "post",
    transform: (code, id) => (isAll || OF_PACKAGES.test(id) ? { code, map: { mappings: "" } } : undefined),
  };
}
