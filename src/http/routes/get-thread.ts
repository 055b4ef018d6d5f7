import * as z from "zod";
import { getThread as get } from "../../services/get-thread.ts";
import { defineOperation } from "../operation.ts";
import { idParam } from "../wire/identifier.ts";
import { presentThread, thread } from "../wire/thread.ts";

export const getThread = defineOperation({
  id: "getThread",
  method: "GET",
  path: "/v1/threads/{threadID}",
  who: "user_or_guest",
  tag: "threads",
  summary: "The details of a thread.",
  params: z.object({ threadID: idParam("thread") }),
  query: z.object({ publicAccessToken: z.string().max(255).optional() }),
  data: thread,
  async handle(ctx, { params }) {
    const data = presentThread(await get(ctx, { threadId: params.threadID }));
    return { data, etag: data.etag };
  },
});
