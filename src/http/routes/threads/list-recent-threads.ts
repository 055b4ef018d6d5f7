import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { RECENT_THREAD_SORT_FIELDS } from "../../../domain/thread-sort.ts";
import { listRecentThreads } from "../../../services/threads/list-recent-threads.ts";
import { defineOperation } from "../../operation.ts";
import { listingQuery } from "../../wire/pagination.ts";
import { listedThreads, presentListedThreads } from "../../wire/threads/listed-thread.ts";

export const listRecentThreadsOperation = defineOperation({
  id: "listRecentThreads",
  method: "GET",
  path: "/v1/navigate/recent/threads",
  audience: "user",
  acceptsKeys: true,
  access: "Own account; covers readable records",
  contract: { trips: 1, stranger: "ok" },
  tag: "threads",
  summary: "The threads that the user created or wrote in, page by page.",
  description:
    "Ordered by `-recentAt`, the time of the user's last message, by default; ties by id. The list covers the newest 1,000.",
  query: z.object(listingQuery(RECENT_THREAD_SORT_FIELDS)),
  message: ({ data }) => `${countOf(data.pagination.count, "recent thread")} found.`,
  data: listedThreads,
  async handle(ctx, { query }) {
    return { data: presentListedThreads(query, await listRecentThreads(ctx, query)) };
  },
});
