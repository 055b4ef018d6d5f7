import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { requireDeletable } from "../../../services/collections/internal/tombstone-records.ts";
import { tombstoneThreads } from "../../../services/threads/tombstone-threads.ts";
import { defineOperation } from "../../operation.ts";
import { idList, idListParam, namedIds } from "../../wire/collections/id-list.ts";

const present = (count: number) => ({
  data: {
    message: `${countOf(count, "thread")} deleted. A restore is possible until the retention of the organization ends.`,
  },
});

export const tombstoneThreadsOperation = defineOperation({
  id: "tombstoneThreads",
  method: "DELETE",
  path: "/v1/threads/tombstone",
  audience: "user",
  access: "`write` on the thread's home for its author, else `own`",
  tag: "threads",
  summary: "Delete threads so that they can be restored.",
  description:
    "The threads leave every list immediately, their sockets close with 4403, and their public links " +
    "stop working. Pending answers become `cancelled`. After the retention period, 30 days by " +
    "default, a job purges them. Ids go into the query, repeated, or into the body. Deleted threads " +
    "stay unchanged.",
  query: z.object({ threadIds: idListParam("thread").optional() }),
  body: z.object({ threadIds: idList("thread").optional() }),
  example: { threadIds: ["thread_01h455vb4pex5vsknk084sn02q"] },
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { query, body }) {
    return present(
      await tombstoneThreads(ctx, { ids: namedIds("threadIds", query.threadIds, body.threadIds) }),
    );
  },
  async replay(ctx, { query, body }) {
    const ids = namedIds("threadIds", query.threadIds, body.threadIds);
    await requireDeletable(ctx, "thread", { ids });
    return present(ids.length);
  },
});
