import * as z from "zod";
import type { Id } from "../../../domain/ids.ts";
import type { AnsweredThread } from "../../../services/threads/internal/submit-to-room.ts";
import { askAgain, getAskedAgain } from "../../../services/threads/ask-again.ts";
import { VERIFICATION_MODES } from "../../../domain/verification-mode.ts";
import type { Context } from "../../../services/context/context.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { presentThread, thread } from "../../wire/threads/thread.ts";

export const askAgainOperation = defineOperation({
  id: "askAgain",
  method: "POST",
  path: "/v1/threads/{threadID}/messages/{messageID}/answer",
  audience: "user",
  acceptsKeys: true,
  access: "`chat` on the thread's home",
  contract: { trips: 3 },
  tag: "threads",
  summary: "Ask a question again for a new version of its answer.",
  description:
    "The new answer uses the documents that the caller may read now, and replaces the shown version. " +
    "The earlier version stays with its citations. The call waits up to 60 seconds; `done` is false " +
    "if the answer is still pending. A pending answer gives `failed_precondition`: stop it first. An " +
    "answer has at most 20 versions.",
  params: z.object({ threadID: idParam("thread"), messageID: idParam("msg") }),
  query: z.object({
    answerId: idParam("msg")
      .optional()
      .meta({ description: "Any version of the answer, for a question with several answers." }),
    model: z.string().max(200).default("").meta({
      description:
        "A configured language model, or `extractive`; default: the best one. If it fails, the others follow.",
    }),
    verification: z.enum(VERIFICATION_MODES).optional().meta({
      description:
        "Default: that of the shown version. It never falls below the operator's `MODEL_VERIFICATION`.",
    }),
  }),
  message: ({ done }) => (done ? "Question answered again." : "Question asked again."),
  data: thread,
  async handle(ctx, { params, query }) {
    const { threadID: threadId, messageID: messageId } = params;
    const { answerId = null, model, verification } = query;
    return present(ctx, await askAgain(ctx, { threadId, messageId, answerId, model, verification }));
  },
  async replay(ctx, { params }, targetId: Id<"msg">) {
    return present(ctx, await getAskedAgain(ctx, { threadId: params.threadID, answerId: targetId }));
  },
});

async function present(ctx: Context, { rows, units, done }: AnsweredThread) {
  const data = await presentThread(ctx, rows);
  return { data, units, done, etag: data.etag };
}
