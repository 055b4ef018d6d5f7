import { CONTRACT_KIND_VALUES, messageKindOf } from "../../../domain/message-kind.ts";
import * as z from "zod";
import { sanitizeName } from "../../../domain/sanitize-name.ts";
import { invalidField } from "../../../domain/errors.ts";
import type { Id } from "../../../domain/ids.ts";
import { REQUESTED_VERIFICATIONS } from "../../../domain/verification-mode.ts";
import { isTooLongForLabel, MAX_LABEL_CHARS } from "../../../domain/thread-label.ts";
import { getPosted, postMessage } from "../../../services/threads/post-message.ts";
import { defineOperation } from "../../operation.ts";
import { text } from "../../wire/fields.ts";
import { idField, idParam } from "../../wire/identifier.ts";
import { messagesLimitOfPost } from "../../wire/threads/messages-limit.ts";
import { presentThread, thread } from "../../wire/threads/thread.ts";

export const postMessageOperation = defineOperation({
  id: "postMessage",
  method: "POST",
  path: "/v1/threads/{threadID}/messages",
  audience: "user",
  acceptsKeys: true,
  access: "`chat` on the thread's home",
  tag: "threads",
  summary: "Post a message; the service answers a question from the documents in scope.",
  description:
    "`promptV2` is a question, `textV1` a text message. `renameThreadV1` renames the thread to its " +
    "content (1 to 255 characters). The call waits up to 60 seconds for the answer; `done` is false " +
    "if the answer is still pending. The response contains the thread's newest 20 messages. " +
    "`messagesLimit` changes the number, up to 500 messages and 2 MiB of content.",
  params: z.object({ threadID: idParam("thread") }),
  query: z.object({ messagesLimit: messagesLimitOfPost }),
  body: z.object({
    messageContent: text(1, 32_768),
    messageKind: z.enum(CONTRACT_KIND_VALUES),
    recipients: z.array(text(1, 320)).max(100),
    threadId: idField("thread"),
    model: z.string().max(200).default(""),
    verification: z.enum(REQUESTED_VERIFICATIONS).default(""),
  }),
  example: {
    messageContent: "What does the paper conclude?",
    messageKind: "promptV2",
    recipients: [],
    threadId: "thread_01h455vb4pex5vsknk084sn02q",
  },
  message: "Message posted.",
  data: thread,
  async handle(ctx, { params, query, body }) {
    if (body.threadId !== params.threadID) throw invalidField("threadId", "is not the one in the path");
    const { messageKind, recipients, model, verification } = body;
    const kind = messageKindOf(messageKind);
    if (kind !== "prompt" && model !== "") throw invalidField("model", "is for questions only");
    if (kind !== "prompt" && verification !== "") throw invalidField("verification", "is for questions only");
    const content = kind === "rename" ? requireLabel(body.messageContent) : body.messageContent;
    const { rows, units, done } = await postMessage(ctx, {
      threadId: params.threadID,
      kind,
      content,
      recipients,
      model,
      verification,
      ...query,
    });
    const data = await presentThread(ctx, rows);
    return { data, units, done, etag: data.etag };
  },
  async replay(ctx, { params, query }, targetId: Id<"msg">) {
    const { rows, units, done } = await getPosted(ctx, {
      threadId: params.threadID,
      messageId: targetId,
      ...query,
    });
    const data = await presentThread(ctx, rows);
    return { data, units, done, etag: data.etag };
  },
});

function requireLabel(content: string): string {
  if (isTooLongForLabel(content))
    throw invalidField("messageContent", `must be at most ${MAX_LABEL_CHARS} characters`);
  const label = sanitizeName(content);
  if (label === "") throw invalidField("messageContent", "must hold visible characters");
  return label;
}
