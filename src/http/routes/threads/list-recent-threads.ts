import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { RECENT_THREAD_SORT_FIELDS } from "../../../domain/thread-sort.ts";
import { listRecentThreads as list } from "../../../services/threads/list-recent-threads.ts";
import { defineOperation } from "../../operation.ts";
import { listingQuery } from "../../wire/pagination.ts";
import { listedThreads, presentListedThreads } from "../../wire/threads/listed-thread.ts";

export const listRecentThreads = defineOperation({
  id: "listRecentThreads",
  method: "GET",
  path: "/v1/navigate/recent/threads",
  who: "user",
  byKey: true,
  access: "The user themselves; it holds what they may `read`",
  contract: { trips: 1, stranger: "ok" },
  tag: "threads",
  summary: "The threads that the user made or wrote in, a page at a time.",
  description:
    "Ordered by `-recentAt`, when they last wrote there, unless `sort` says otherwise; ties by id. The newest 1,000 are looked at.",
  query: z.object(listingQuery(RECENT_THREAD_SORT_FIELDS)),
  message: ({ data }) => `${countOf(data.pagination.count, "recent thread")} found.`,
  data: listedThreads,
  async handle(ctx, { query }) {
    return { data: presentListedThreads(query, await list(ctx, query)) };
  },
});
