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
  access: "`read` on the collection",
  tag: "collections",
  summary: "The threads of a collection, a page at a time.",
  description:
    "Those whose home it is, and those that are linked into it. Ordered by `-modifiedAt` unless `sort` says otherwise; ties by id, in the direction of the last field.",
  params: z.object({ collectionID: idParam("col") }),
  query: z.object(listingQuery(THREAD_SORT_FIELDS)),
  data: listedThreads,
  async handle(ctx, { params, query }) {
    return { data: presentListedThreads(query, await list(ctx, { collectionId: params.collectionID, ...query })) };
  },
});
