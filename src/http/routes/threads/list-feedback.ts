import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { MAX_FEEDBACK_COUNTED, FEEDBACK_SORT_FIELDS } from "../../../domain/feedback.ts";
import { listFeedback } from "../../../services/threads/list-feedback.ts";
import type { FeedbackRow } from "../../../storage/d1/answers/feedback.ts";
import { defineOperation } from "../../operation.ts";
import { idParam, idString } from "../../wire/identifier.ts";
import { listingQuery, pagination, presentPagination } from "../../wire/pagination.ts";
import { timestamp } from "../../wire/values.ts";

const opinion = z.object({
  userId: idString("user"),
  userDisplayName: z.string(),
  threadId: idString("thread"),
  messageId: idString("msg").meta({ description: "The question's." }),
  answerId: idString("msg"),
  answerVersion: z.int().min(1),
  rating: z.enum(["good", "bad"]),
  word: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp,
});

export const listFeedbackOperation = defineOperation({
  id: "listFeedback",
  method: "GET",
  path: "/v1/organizations/{organizationId}/feedback",
  audience: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "threads",
  summary: "The users' feedback on an organization's answers, page by page.",
  description:
    "Covers threads that are not deleted. Newest first unless `sort` is `modifiedAt`. The count " +
    `covers at most ${MAX_FEEDBACK_COUNTED.toLocaleString("en")}.`,
  params: z.object({ organizationId: idParam("org") }),
  query: z.object({
    ...listingQuery(FEEDBACK_SORT_FIELDS),
    threadId: idParam("thread").optional(),
    rating: z.enum(["good", "bad"]).optional(),
  }),
  message: ({ data }) => `${countOf(data.pagination.count, "opinion")} found.`,
  data: z.object({
    pagination,
    records: z.array(opinion),
    truncated: z.boolean().meta({ description: "true if more records match than the count covers." }),
  }),
  async handle(ctx, { params, query }) {
    const { limit, offset, sort, ...filters } = query;
    const newestFirst = sort[0]?.descending ?? true;
    const { count, truncated, opinions } = await listFeedback(ctx, {
      organizationId: params.organizationId,
      limit,
      offset,
      newestFirst,
      ...filters,
    });
    const ids = opinions.map(({ answerId }) => answerId);
    return {
      data: {
        pagination: presentPagination({ limit, offset }, count, ids),
        records: opinions.map(present),
        truncated,
      },
    };
  },
});

function present({
  userName,
  questionId,
  version,
  createdAt,
  modifiedAt,
  ...rest
}: FeedbackRow): z.input<typeof opinion> {
  return {
    ...rest,
    userDisplayName: userName,
    messageId: questionId,
    answerVersion: version,
    createdAt: new Date(createdAt).toISOString(),
    modifiedAt: new Date(modifiedAt).toISOString(),
  };
}
