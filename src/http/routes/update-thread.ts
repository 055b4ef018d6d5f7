import * as z from "zod";
import { invalidField } from "../../domain/errors.ts";
import { MAX_LABEL_CHARS } from "../../domain/thread-label.ts";
import { getThread } from "../../services/get-thread.ts";
import { updateThread as update } from "../../services/update-thread.ts";
import { defineOperation } from "../operation.ts";
import { text } from "../wire/fields.ts";
import { idField, idParam } from "../wire/identifier.ts";
import { presentThread, thread } from "../wire/thread.ts";

export const updateThread = defineOperation({
  id: "updateThread",
  method: "POST",
  path: "/v1/threads/{threadID}/attributes",
  who: "user",
  access: "`chat` on the thread's home",
  tag: "threads",
  summary: "Rename a thread.",
  description: "The same as posting a message of the kind `renameThreadV1`, and it stands among the thread's messages as one.",
  params: z.object({ threadID: idParam("thread") }),
  body: z.object({ threadId: idField("thread"), label: text(1, MAX_LABEL_CHARS) }),
  data: thread,
  async handle(ctx, { params, body }) {
    if (body.threadId !== params.threadID) throw invalidField("threadId", "is not the one in the path");
    const { rows, eventKey } = await update(ctx, { threadId: params.threadID, label: body.label });
    const data = await presentThread(ctx, rows);
    return { data, eventKey, etag: data.etag };
  },
  async replay(ctx, { params }) {
    const data = await presentThread(ctx, await getThread(ctx, { threadId: params.threadID }));
    return { data, etag: data.etag };
  },
});
