import * as z from "zod";
import { chooseAnswer } from "../../../services/threads/choose-answer.ts";
import { getThread } from "../../../services/threads/get-thread.ts";
import { defineOperation } from "../../operation.ts";
import { idField, idParam } from "../../wire/identifier.ts";
import { presentThread, thread } from "../../wire/threads/thread.ts";

export const chooseAnswerOperation = defineOperation({
  id: "chooseAnswer",
  method: "POST",
  path: "/v1/threads/{threadID}/messages/{messageID}/answer/choose",
  audience: "user",
  acceptsKeys: true,
  access: "`chat` on the thread's home",
  contract: { trips: 5 },
  tag: "threads",
  summary: "Choose the shown version of an answer.",
  description:
    "Members and guests then see this version. A `textV1` frame announces it, and " +
    "`provenance.replaces` names the earlier version. Both versions stay. Choosing the shown version " +
    "changes nothing.",
  params: z.object({ threadID: idParam("thread"), messageID: idParam("msg") }),
  body: z.object({ answerId: idField("msg") }),
  example: { answerId: "msg_01h455vb4pex5vsknk084sn02q" },
  message: ({ changed }) => (changed ? "Answer chosen." : "This answer was chosen before."),
  data: thread,
  async handle(ctx, { params, body }) {
    const rows = await chooseAnswer(ctx, {
      threadId: params.threadID,
      messageId: params.messageID,
      answerId: body.answerId,
    });
    const data = await presentThread(ctx, rows);
    return { data, etag: data.etag };
  },
  async replay(ctx, { params }) {
    const data = await presentThread(ctx, await getThread(ctx, { threadId: params.threadID }));
    return { data, etag: data.etag };
  },
});
