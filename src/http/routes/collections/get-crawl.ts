import * as z from "zod";
import { getCrawl } from "../../../services/collections/get-crawl.ts";
import { defineOperation } from "../../operation.ts";
import { crawl, presentCrawl } from "../../wire/collections/crawl.ts";
import { idParam } from "../../wire/identifier.ts";

export const getCrawlOperation = defineOperation({
  id: "getCrawl",
  method: "GET",
  path: "/v1/collections/{collectionID}/crawl",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on the collection",
  tag: "collections",
  summary: "The progress of the crawl into a collection.",
  description:
    "For a collection that a crawl with `mode` created. Its pages are its assets, and each asset reports its own progress.",
  params: z.object({ collectionID: idParam("col") }),
  message: ({ done }) => (done ? "The crawl has ended." : "The crawl is running."),
  data: crawl,
  async handle(ctx, { params }) {
    const progress = await getCrawl(ctx, params.collectionID);
    return { data: presentCrawl(progress), done: progress.state !== "running" };
  },
});
