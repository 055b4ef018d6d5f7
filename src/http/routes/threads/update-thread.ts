import * as z from "zod";
import { invalidField } from "../../../domain/errors.ts";
import { MAX_LABEL_CHARS } from "../../../domain/thread-label.ts";
import { getThread } from "../../../services/threads/get-thread.ts";
import { updateThread } from "../../../services/threads/update-thread.ts";
import { defineOperation } from "../../operation.ts";
import { name } from "../../wire/fields.ts";
import { idField, idParam } from "../../wire/identifier.ts";
import { presentThread, thread } from "../../wire/threads/thread.ts";

export const updateThreadOperation = defineOperation({
  id: "updateThread",
  method: "POST",
  path: "/v1/threads/{threadID}/attributes",
  audience: "user",
  access: "`chat` on the thread's home",
  tag: "threads",
  summary: "Rename a thread.",
  description: "Equivalent to a message of the kind `renameThreadV1`, and the thread lists it as one.",
  params: z.object({ threadID: idParam("thread") }),
  body: z.object({ threadId: idField("thread"), label: name(1, MAX_LABEL_CHARS) }),
  example: { threadId: "thread_01h455vb4pex5vsknk084sn02q", label: "Engines" },
  message: ({ changed }) => (changed ? "Thread renamed." : "The thread has this label already."),
  data: thread,
  async handle(ctx, { params, body }) {
    if (body.threadId !== params.threadID) throw invalidField("threadId", "is not the one in the path");
    const rows = await updateThread(ctx, { threadId: params.threadID, label: body.label });
    const data = await presentThread(ctx, rows);
    return { data, etag: data.etag };
  },
  async replay(ctx, { params }) {
    const data = await presentThread(ctx, await getThread(ctx, { threadId: params.threadID }));
    return { data, etag: data.etag };
  },
});
