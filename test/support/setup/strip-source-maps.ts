import type { Plugin } from "vitest/config";

const OF_PACKAGES = /\/node_modules\//;

/**
 * Vite appends source maps to the modules of a test runtime, as long as the modules themselves. Strips them
 * in full runs. Runs of single files keep the source maps of project code.
 */
export function stripSourceMaps(): Plugin {
  const isAll = process.env["TEST_SOURCE_MAPS"] === "off";
  return {
    name: "plain-modules",
    enforce: "post",
    transform: (code, id) => (isAll || OF_PACKAGES.test(id) ? { code, map: { mappings: "" } } : undefined),
  };
}
