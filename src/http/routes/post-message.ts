import * as z from "zod";
import { invalidField } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { isTooLongForLabel, MAX_LABEL_CHARS } from "../../domain/thread-label.ts";
import { getPosted, postMessage as post } from "../../services/post-message.ts";
import { defineOperation } from "../operation.ts";
import { text } from "../wire/fields.ts";
import { idField, idParam } from "../wire/identifier.ts";
import { messagesLimit } from "../wire/messages-limit.ts";
import { presentThread, thread } from "../wire/thread.ts";

export const postMessage = defineOperation({
  id: "postMessage",
  method: "POST",
  path: "/v1/threads/{threadID}/messages",
  who: "user",
  access: "`chat` on the thread's home",
  tag: "threads",
  summary: "Post a message; a question is answered from what is in scope.",
  description:
    "`promptV2` is a question, `textV1` a remark; `renameThreadV1` renames the thread, its content being the label (1 to 255 characters). " +
    "Waits up to 60 seconds for the answer; `done` is false when it is still being written then. " +
    "Shown are the thread's newest messages, at most `messagesLimit` of them and 2 MiB of content: a client that follows the thread asks for few.",
  params: z.object({ threadID: idParam("thread") }),
  query: z.object({ messagesLimit }),
  body: z.object({
    messageContent: text(1, 32_768),
    messageKind: z.enum(["promptV2", "textV1", "renameThreadV1"]),
    recipients: z.array(text(1, 320)).max(100),
    threadId: idField("thread"),
  }),
  data: thread,
  async handle(ctx, { params, query, body }) {
    if (body.threadId !== params.threadID) throw invalidField("threadId", "is not the one in the path");
    const { messageKind: kind, messageContent: content, recipients } = body;
    if (kind === "renameThreadV1" && isTooLongForLabel(content)) {
      throw invalidField("messageContent", `must be at most ${MAX_LABEL_CHARS} characters`);
    }
    const { rows, eventKey, units, done } = await post(ctx, { threadId: params.threadID, kind, content, recipients, ...query });
    const data = await presentThread(ctx, rows);
    return { data, eventKey, units, done, etag: data.etag };
  },
  async replay(ctx, { params, query }, targetId) {
    const { rows, units, done } = await getPosted(ctx, { threadId: params.threadID, messageId: targetId as Id<"msg">, ...query });
    const data = await presentThread(ctx, rows);
    return { data, units, done, etag: data.etag };
  },
});
