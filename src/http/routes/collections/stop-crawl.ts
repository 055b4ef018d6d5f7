import * as z from "zod";
import { stopCrawl } from "../../../services/collections/stop-crawl.ts";
import { defineOperation } from "../../operation.ts";
import { crawl, presentCrawl } from "../../wire/collections/crawl.ts";
import { idParam } from "../../wire/identifier.ts";

export const stopCrawlOperation = defineOperation({
  id: "stopCrawl",
  method: "DELETE",
  path: "/v1/collections/{collectionID}/crawl",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on the collection",
  tag: "collections",
  summary: "Stop the crawl into a collection.",
  description:
    "The crawler finishes the current page and fetches no other. Existing assets stay. Stopping an ended crawl changes nothing.",
  params: z.object({ collectionID: idParam("col") }),
  message: ({ changed }) => (changed ? "Crawl stopped." : "The crawl had ended before."),
  data: crawl,
  async handle(ctx, { params }) {
    const progress = await stopCrawl(ctx, params.collectionID);
    return { data: presentCrawl(progress), done: progress.state !== "running" };
  },
});
