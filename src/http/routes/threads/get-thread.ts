import * as z from "zod";
import { viewThread } from "../../../services/threads/view-thread.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { presentGuestThread } from "../../wire/threads/guest-thread.ts";
import { messagesLimit } from "../../wire/threads/messages-limit.ts";
import { presentThread, thread } from "../../wire/threads/thread.ts";

export const getThread = defineOperation({
  id: "getThread",
  method: "GET",
  path: "/v1/threads/{threadID}",
  who: "user_or_guest",
  byKey: true,
  access: "`read` on the thread's home or on a collection that it is linked into; the public token of its link",
  tag: "threads",
  summary: "The details of a thread.",
  description:
    "Whole for those who may read it. With the token of a live public link anybody else sees its label, its messages up to the link's, their " +
    "quotes, the cited assets' names and when it was made; authors are pseudonyms that belong to this thread. Everything else holds no value then. Shown are the newest messages, at most `messagesLimit` of them and " +
    "2 MiB of content; `messagesBefore`, with the first one shown, reaches those before them.",
  params: z.object({ threadID: idParam("thread") }),
  query: z.object({
    publicAccessToken: z.string().max(255).optional(),
    messagesBefore: idParam("msg").optional(),
    messagesLimit,
  }),
  message: "Thread found.",
  data: thread,
  async handle(ctx, { params, query }) {
    const { publicAccessToken: publicToken = "", messagesBefore: before = null, messagesLimit: limit } = query;
    const viewing = await viewThread(ctx, { threadId: params.threadID, publicToken, window: { before, limit } });
    const data = viewing.kind === "guest" ? presentGuestThread(viewing.rows) : await presentThread(ctx, viewing.rows);
    return { data, etag: data.etag };
  },
});
