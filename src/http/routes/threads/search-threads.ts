import * as z from "zod";
import { countOf } from "../../../domain/count-of.ts";
import { MAX_QUERY_WORDS, MAX_THREAD_HITS } from "../../../domain/thread-query.ts";
import { searchThreads } from "../../../services/threads/search-threads.ts";
import { defineOperation } from "../../operation.ts";
import { text, unique } from "../../wire/fields.ts";
import { idField, idString } from "../../wire/identifier.ts";
import { timestamp } from "../../wire/values.ts";

const foundMessage = z.object({
  messageId: idString("msg"),
  createdBy: idString("user"),
  createdAt: timestamp,
  excerpt: z.string().describe("The part of the message around the first match, with `…` for omitted text."),
  matched: z.array(z.string()).describe("The matching words of the excerpt, as they stand there."),
});

const foundThread = z.object({
  threadId: idString("thread"),
  label: z.string(),
  matched: z.array(z.string()).describe("The matching words of the label, as they stand there."),
  modifiedAt: timestamp,
  collectionIds: z.array(idString("col")).describe("The thread's collections that the caller may read."),
  messages: z.array(foundMessage).describe("The matching messages, newest first, at most 3."),
});

export const searchThreadsOperation = defineOperation({
  id: "searchThreads",
  method: "POST",
  path: "/v1/threads/search",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on the named collections; none to search all readable ones",
  contract: { trips: 2 },
  tag: "threads",
  summary: "Find threads by the words of their titles and messages.",
  description:
    "A title matches with every word of `query`, and so does a message. A question and its answer count as one " +
    "message. Case, diacritics and English endings do not matter. Words without a space between them must follow " +
    "each other. Threads with a matching title come first, then the latest change. The search covers visible " +
    "versions of ended answers, and skips deleted threads and the words of deleted documents.",
  changes: false,
  body: z.object({
    query: text(1, 1_000).describe(
      `The first ${MAX_QUERY_WORDS} words count. A character of a script without spaces is a word.`,
    ),
    collectionIds: z
      .array(idField("col"))
      .max(100)
      .transform(unique)
      .optional()
      .default([])
      .describe("Only threads in these collections and their subtrees. Empty: everywhere."),
    limit: z.int().min(1).max(50).optional().default(20),
    offset: z.int().min(0).max(MAX_THREAD_HITS).optional().default(0),
  }),
  example: { query: "late deliveries", collectionIds: ["col_01h455vb4pex5vsknk084sn02q"] },
  message: ({ data }) => `${countOf(data.threads.length, "thread")} found.`,
  data: z.object({
    threads: z.array(foundThread),
    hasMore: z.boolean().describe("true if further threads match."),
    truncated: z
      .boolean()
      .describe(
        `true if more titles and messages match than the search reads: the ${MAX_THREAD_HITS.toLocaleString("en")} of the ` +
          "newest threads, own organizations first.",
      ),
  }),
  async handle(ctx, { body }) {
    const { query, ...rest } = body;
    const { threads, hasMore, truncated } = await searchThreads(ctx, { text: query, ...rest });
    return {
      data: {
        threads: threads.map(({ id, label, matched, modifiedAt, collectionIds, messages }) => ({
          threadId: id,
          label,
          matched: [...matched],
          modifiedAt: modifiedAt.toISOString(),
          collectionIds: [...collectionIds],
          messages: messages.map((message) => ({
            messageId: message.messageId,
            createdBy: message.createdBy,
            createdAt: message.createdAt.toISOString(),
            excerpt: message.text,
            matched: [...message.matched],
          })),
        })),
        hasMore,
        truncated,
      },
    };
  },
});
