import { refetchPage } from "../crawl/refetch-page.ts";
import type { Stage } from "../pipeline-run.ts";

/**
 * Fetches the page of an asset again and extracts it if it changed. The asset keeps its old text until the
 * new one exists.
 */
export const refreshPage: Stage = {
  name: "refresh-page",
  deadline: { ms: 110_000, name: "Fetching the page again" },
  modes: ["refresh"],
  // The job of a version that another request has replaced or ended finds nothing to do.
  run: async (run, asset) => (asset.sourceUrl === "" ? { mode: "done" } : await refetchPage(run, asset)),
};
