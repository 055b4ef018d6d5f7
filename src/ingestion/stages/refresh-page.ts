import { renewPage } from "../crawl/renew-page.ts";
import type { Stage } from "../pipeline-run.ts";

/** The page of an asset is fetched again, and where it has changed, read: until its new text is there, the asset keeps the old one. */
export const refreshPage: Stage = {
  name: "refresh-page",
  deadline: { ms: 110_000, name: "Fetching the page again" },
  lanes: ["refresh"],
  run: async (run, asset) => await renewPage(run, asset),
};
