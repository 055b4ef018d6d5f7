import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { requireWritableCollection } from "../../../services/collections/internal/unlink-records.ts";
import { unlinkThreads } from "../../../services/collections/unlink-threads.ts";
import { defineOperation } from "../../operation.ts";
import { idList, idListParam, namedIds } from "../../wire/collections/id-list.ts";
import { idField, idParam } from "../../wire/identifier.ts";
import { requireSameCollection } from "../../wire/collections/link.ts";

const present = (count: number) => ({ data: { message: `${countOf(count, "thread")} unlinked.` } });

export const unlinkThreadsOperation = defineOperation({
  id: "unlinkThreads",
  method: "DELETE",
  path: "/v1/collections/{collectionID}/threads",
  audience: "user",
  access: "`write` on the collection, and `read` on the thread",
  tag: "collections",
  summary: "Remove threads from a collection.",
  description: "A thread cannot leave its home. Ids go into the query, repeated, or into the body.",
  params: z.object({ collectionID: idParam("col") }),
  query: z.object({ threadIds: idListParam("thread").optional() }),
  body: z.object({ collectionId: idField("col").optional(), threadIds: idList("thread").optional() }),
  example: { threadIds: ["thread_01h455vb4pex5vsknk084sn02q"] },
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { params, query, body }) {
    requireSameCollection(params.collectionID, body.collectionId);
    const count = await unlinkThreads(ctx, {
      collectionId: params.collectionID,
      ids: namedIds("threadIds", query.threadIds, body.threadIds),
    });
    return present(count);
  },
  async replay(ctx, { params, query, body }) {
    await requireWritableCollection(ctx, { collectionId: params.collectionID });
    return present(namedIds("threadIds", query.threadIds, body.threadIds).length);
  },
});
