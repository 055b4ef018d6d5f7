import * as z from "zod";
import { viewThread } from "../../../services/threads/internal/view-thread.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { presentGuestThread } from "../../wire/threads/guest-thread.ts";
import { messagesLimit } from "../../wire/threads/messages-limit.ts";
import { presentThread, thread } from "../../wire/threads/thread.ts";

/** The page of a public link. */
function publicPage(parameter: (name: string) => string): string | null {
  const token = parameter("publicAccessToken");
  return token === "" ? null : `/p/${encodeURIComponent(parameter("threadID"))}#${encodeURIComponent(token)}`;
}

export const getThreadOperation = defineOperation({
  id: "getThread",
  method: "GET",
  path: "/v1/threads/{threadID}",
  audience: "user_or_guest",
  acceptsKeys: true,
  linkedPage: publicPage,
  access: "`read` on the home or a linked collection; a public token",
  tag: "threads",
  summary: "The details of a thread.",
  description:
    "Members see the whole thread. Anybody with the token of a live public link sees its label, its creation time, and the " +
    "messages up to the link's last message, with their quotes and the names of cited assets. Authors appear under pseudonyms " +
    "of this thread. Other fields are empty then. The response contains the newest messages, at most `messagesLimit` and 2 MiB " +
    "of content. `messagesBefore` with the first shown message returns earlier ones. " +
    "A browser that opens a public link goes to the console's page of the thread. " +
    "With `includeLastSeq=true`, `lastSeq` is the number from which the events continue (`since`).",
  params: z.object({ threadID: idParam("thread") }),
  query: z.object({
    publicAccessToken: z.string().max(255).optional(),
    messagesBefore: idParam("msg").optional(),
    messagesLimit,
    includeLastSeq: z.enum(["true", "false"]).optional(),
  }),
  message: "Thread found.",
  data: thread,
  async handle(ctx, { params, query }) {
    const {
      publicAccessToken: publicToken = "",
      messagesBefore: before = null,
      messagesLimit: limit,
      includeLastSeq,
    } = query;
    const viewing = await viewThread(ctx, {
      threadId: params.threadID,
      publicToken,
      window: { before, limit },
      includeLastSeq: includeLastSeq === "true",
    });
    const data =
      viewing.kind === "guest" ? presentGuestThread(viewing.rows) : await presentThread(ctx, viewing.rows);
    return { data: { ...data, lastSeq: viewing.lastSeq }, etag: data.etag };
  },
});
