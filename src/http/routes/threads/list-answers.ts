import { ANSWER_STATES } from "../../../domain/answer-state.ts";
import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { type AnswerList, listAnswers } from "../../../services/threads/list-answers.ts";
import { defineOperation } from "../../operation.ts";
import { idBytes, idParam, presentId } from "../../wire/identifier.ts";
import { listingQuery, pagination, presentPagination } from "../../wire/pagination.ts";
import { message, presentMessage, withoutGoneQuotes } from "../../wire/threads/message.ts";
import { people, presentPeople } from "../../wire/users/people.ts";
import { citation, presentCitations } from "../../wire/threads/thread.ts";

const version = z.object({
  message,
  variant: z.int().min(1).meta({ description: "The number of the campaign's answer." }),
  isShown: z.boolean().meta({ description: "Whether the thread shows it." }),
  state: z.enum(ANSWER_STATES),
  askedBy: idBytes.meta({ description: "The user whose rights the answer used." }),
  citations: z.record(z.string(), citation),
  rating: z.enum(["good", "bad", ""]).meta({ description: 'The caller\'s rating; "": none.' }),
  word: z.string(),
});

export const listAnswersOperation = defineOperation({
  id: "listAnswers",
  method: "GET",
  path: "/v1/threads/{threadID}/messages/{messageID}/answers",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on the thread",
  tag: "threads",
  summary: "The versions of the answers to a question, page by page.",
  description:
    "Grouped by answer, first version first unless `sort` is `-version`. All versions keep their citations.",
  params: z.object({ threadID: idParam("thread"), messageID: idParam("msg") }),
  query: z.object(listingQuery(["version"])),
  message: ({ data }) => `${countOf(data.pagination.count, "answer")} found.`,
  data: z.object({ pagination, people, records: z.array(version) }),
  async handle(ctx, { params, query }) {
    const { sort, ...page } = query;
    const newestFirst = sort[0]?.descending ?? false;
    const found = await listAnswers(ctx, {
      threadId: params.threadID,
      questionId: params.messageID,
      newestFirst,
      ...page,
    });
    const ids = found.answers.map(({ id }) => id);
    return {
      data: {
        pagination: presentPagination(page, found.count, ids),
        people: presentPeople(found.people),
        records: presentVersions(found),
      },
    };
  },
});

function presentVersions({ answers, citations, opinions }: AnswerList): z.input<typeof version>[] {
  return withoutGoneQuotes(answers, citations).map((row) => {
    const own = opinions.find(({ answerId }) => answerId === row.id);
    return {
      message: presentMessage(row),
      variant: row.variant ?? 1,
      isShown: row.position > 0,
      state: row.state,
      askedBy: presentId(row.asker),
      citations: presentCitations(citations.filter(({ messageId }) => messageId === row.id)),
      rating: own?.rating ?? "",
      word: own?.word ?? "",
    };
  });
}
