import { crawlAsset } from "../crawl/crawl-asset.ts";
import type { Stage } from "../pipeline-run.ts";

/** Fetches the page of a crawled asset and makes it the asset's original. */
export const fetchPage: Stage = {
  name: "fetch-page",
  deadline: { ms: 90_000, name: "Fetching the page" },
  modes: ["fetch"],
  run: async ({ deps, clock }, asset) => ({ arrived: await crawlAsset(deps, asset, clock) }),
};
