import * as z from "zod";
import { MAX_COMMENT_CHARS } from "../../../domain/feedback.ts";
import type { Id } from "../../../domain/ids.ts";
import { getRated, rateAnswer, type RatedAnswer } from "../../../services/threads/rate-answer.ts";
import { defineOperation } from "../../operation.ts";
import { optionalText } from "../../wire/fields.ts";
import { idField, idParam, idString } from "../../wire/identifier.ts";
import { nullableTimestamp } from "../../wire/values.ts";

const rated = z.object({
  answerId: idString("msg"),
  answerVersion: z.int().min(1),
  rating: z.enum(["good", "bad", ""]).meta({ description: '"": none.' }),
  word: z.string(),
  modifiedAt: nullableTimestamp,
});

export const rateAnswerOperation = defineOperation({
  id: "rateAnswer",
  method: "POST",
  path: "/v1/threads/{threadID}/messages/{messageID}/answer/feedback",
  audience: "user",
  access: "`read` on the thread",
  contract: { reader: "ok" },
  tag: "threads",
  summary: "Rate an answer as good or bad, with a reason.",
  description:
    "Each user has one rating for each version of the answer. A new rating replaces it, and `none` " +
    "removes it. Only owners of the organization read ratings.",
  params: z.object({ threadID: idParam("thread"), messageID: idParam("msg") }),
  body: z.object({
    rating: z.enum(["good", "bad", "none"]),
    word: optionalText(MAX_COMMENT_CHARS),
    answerId: idField("msg").optional().meta({ description: "A version; default: the shown one." }),
  }),
  example: { rating: "bad", word: "It is about another engine." },
  message: "Feedback recorded.",
  data: rated,
  async handle(ctx, { params, body }) {
    const { rating, word, answerId = null } = body;
    const opinion = rating === "none" ? null : { rating, word };
    return {
      data: present(
        await rateAnswer(ctx, { threadId: params.threadID, messageId: params.messageID, answerId, opinion }),
      ),
    };
  },
  async replay(ctx, { params }, targetId: Id<"msg">) {
    return {
      data: present(
        await getRated(ctx, { threadId: params.threadID, messageId: params.messageID, answerId: targetId }),
      ),
    };
  },
});

function present({ answerId, version, opinion, modifiedAt }: RatedAnswer): z.input<typeof rated> {
  const { rating = "", word = "" } = opinion ?? {};
  return { answerId, answerVersion: version, rating, word, modifiedAt: modifiedAt?.toISOString() ?? null };
}
