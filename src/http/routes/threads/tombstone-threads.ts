import * as z from "zod";
import { requireDeletable } from "../../../services/collections/tombstone-records.ts";
import { tombstoneThreads as tombstone } from "../../../services/threads/tombstone-threads.ts";
import { defineOperation } from "../../operation.ts";
import { idList, idListParam, namedIds } from "../../wire/collections/id-list.ts";

const data = { message: "They are deleted, and can be restored until the retention of their organization is over." };

export const tombstoneThreads = defineOperation({
  id: "tombstoneThreads",
  method: "DELETE",
  path: "/v1/threads/tombstone",
  who: "user",
  access: "`write` on the thread's home for its author, else `own`",
  tag: "threads",
  summary: "Delete threads so that they can be restored.",
  description:
    "They leave every list at once, their sockets are closed with 4403, and their public links open nothing. An answer that is being written is cancelled. After the retention of the organization, 30 days unless it says otherwise, they are removed for good. The ids stand in the query, repeated, or in the body. What is deleted stays deleted.",
  query: z.object({ threadIds: idListParam("thread").optional() }),
  body: z.object({ threadIds: idList("thread").optional() }),
  example: { threadIds: ["thread_01h455vb4pex5vsknk084sn02q"] },
  data: z.object({ message: z.string() }),
  async handle(ctx, { query, body }) {
    await tombstone(ctx, { ids: namedIds("threadIds", query.threadIds, body.threadIds) });
    return { data };
  },
  async replay(ctx, { query, body }) {
    await requireDeletable(ctx, "thread", { ids: namedIds("threadIds", query.threadIds, body.threadIds) });
    return { data };
  },
});
