import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { requireDeletable } from "../../../services/collections/internal/tombstone-records.ts";
import { restoreThreads } from "../../../services/threads/restore-threads.ts";
import { defineOperation } from "../../operation.ts";
import { idList } from "../../wire/collections/id-list.ts";

const present = (count: number) => ({ data: { message: `${countOf(count, "thread")} restored.` } });

export const restoreThreadsOperation = defineOperation({
  id: "restoreThreads",
  method: "POST",
  path: "/v1/threads/restore",
  audience: "user",
  access: "`write` on the thread's home for its author, else `own`",
  contract: { reader: "not_found" },
  tag: "threads",
  summary: "Restore deleted threads.",
  description:
    "Possible during the retention period of the organization. Messages, scope, links and public " +
    "links return unchanged. A thread deleted by another user needs `own`. Threads that are not " +
    "deleted stay unchanged.",
  body: z.object({ threadIds: idList("thread") }),
  example: { threadIds: ["thread_01h455vb4pex5vsknk084sn02q"] },
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { body }) {
    return present(await restoreThreads(ctx, { ids: body.threadIds }));
  },
  async replay(ctx, { body }) {
    await requireDeletable(ctx, "thread", { ids: body.threadIds });
    return present(body.threadIds.length);
  },
});
