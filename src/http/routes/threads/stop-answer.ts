import * as z from "zod";
import { getThread } from "../../../services/threads/get-thread.ts";
import { stopAnswer } from "../../../services/threads/stop-answer.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { presentThread, thread } from "../../wire/threads/thread.ts";

export const stopAnswerOperation = defineOperation({
  id: "stopAnswer",
  method: "DELETE",
  path: "/v1/threads/{threadID}/messages/{messageID}/answer",
  audience: "user",
  acceptsKeys: true,
  access: "`chat` on the thread's home",
  tag: "threads",
  summary: "Stop the answer to a question.",
  description:
    "Every pending answer to the question becomes `cancelled`. The supported sentences that a model had " +
    "written stay with their citations, and a last line notes the stop. " +
    "Its final frame arrives as for any answer. Ended answers stay unchanged.",
  params: z.object({ threadID: idParam("thread"), messageID: idParam("msg") }),
  message: ({ changed }) => (changed ? "Answer stopped." : "The answer had ended before."),
  data: thread,
  async handle(ctx, { params }) {
    const rows = await stopAnswer(ctx, { threadId: params.threadID, messageId: params.messageID });
    const data = await presentThread(ctx, rows);
    return { data, etag: data.etag };
  },
  async replay(ctx, { params }) {
    const data = await presentThread(ctx, await getThread(ctx, { threadId: params.threadID }));
    return { data, etag: data.etag };
  },
});
