import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { THREAD_SORT_FIELDS } from "../../../domain/thread-sort.ts";
import { listCollectionThreads as list } from "../../../services/collections/list-collection-threads.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { listingQuery } from "../../wire/pagination.ts";
import { listedThreads, presentListedThreads } from "../../wire/threads/listed-thread.ts";

export const listCollectionThreads = defineOperation({
  id: "listCollectionThreads",
  method: "GET",
  path: "/v1/collection/{collectionID}/threads",
  who: "user",
  byKey: true,
  access: "`read` on the collection",
  tag: "collections",
  summary: "The threads of a collection, a page at a time.",
  description:
    "Those whose home it is, and those that are linked into it. Ordered by `-modifiedAt` unless `sort` says otherwise; ties by id, in the direction of the last field. With `lifecycleState=deleted`: those at home there that are deleted and that the caller may restore, of the 1,000 that were changed last.",
  params: z.object({ collectionID: idParam("col") }),
  query: z.object({ ...listingQuery(THREAD_SORT_FIELDS), lifecycleState: z.enum(["active", "deleted"]).optional() }),
  message: ({ data }) => `${countOf(data.pagination.count, "thread")} found.`,
  data: listedThreads,
  async handle(ctx, { params, query }) {
    const { lifecycleState, ...page } = query;
    const listed = await list(ctx, { collectionId: params.collectionID, deleted: lifecycleState === "deleted", ...page });
    return { data: presentListedThreads(page, listed) };
  },
});
