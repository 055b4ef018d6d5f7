import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { THREAD_SORT_FIELDS } from "../../../domain/thread-sort.ts";
import { listCollectionThreads } from "../../../services/collections/list-collection-threads.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { listingQuery } from "../../wire/pagination.ts";
import { listedThreads, presentListedThreads } from "../../wire/threads/listed-thread.ts";

export const listCollectionThreadsOperation = defineOperation({
  id: "listCollectionThreads",
  method: "GET",
  path: "/v1/collection/{collectionID}/threads",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on the collection",
  tag: "collections",
  summary: "The threads of a collection, page by page.",
  description:
    "Lists threads with this home and threads linked into it. Ordered by `-modifiedAt` by default; " +
    "ties by id, in the direction of the last field. `lifecycleState=deleted` lists deleted threads " +
    "with this home that the caller may restore, among the 1,000 that changed last.",
  params: z.object({ collectionID: idParam("col") }),
  query: z.object({
    ...listingQuery(THREAD_SORT_FIELDS),
    lifecycleState: z.enum(["active", "deleted"]).optional(),
  }),
  message: ({ data }) => `${countOf(data.pagination.count, "thread")} found.`,
  data: listedThreads,
  async handle(ctx, { params, query }) {
    const { lifecycleState, ...page } = query;
    const listed = await listCollectionThreads(ctx, {
      collectionId: params.collectionID,
      deleted: lifecycleState === "deleted",
      ...page,
    });
    return { data: presentListedThreads(page, listed) };
  },
});
