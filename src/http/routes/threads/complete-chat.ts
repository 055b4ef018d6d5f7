import type * as z from "zod";
import { completeChat as complete } from "../../../services/threads/complete-chat.ts";
import { openChatStream } from "../../event-stream/chat-stream.ts";
import { STREAM_HEADERS } from "../../event-stream/stream-headers.ts";
import { explainFault } from "../../explain-fault.ts";
import type { RawRoute } from "../../register.ts";
import { type Http, serviceContext } from "../../request-scope.ts";
import { noteError } from "../../respond.ts";
import { retryOnConflict } from "../../retry-on-conflict.ts";
import { chatError, chatRequest, presentChunks, presentCompletion, readChat } from "../../wire/threads/chat.ts";

/** So long an answer may take until a stream begins without it: what is refused sooner has a status of its own. */
const REFUSED_WITHIN_MS = 1_000;

export const completeChat: RawRoute = {
  id: "completeChat",
  method: "POST",
  path: "/v1/chat/completions",
  who: "user",
  byKey: true,
  access: "`chat` on the collection, or on the thread's home",
  summary: "Answer the last question of a chat, as OpenAI's clients ask it.",
  body: chatRequest,
  errorBody: chatError,
  async handle(c) {
    const request = c.req.valid("json" as never) as z.output<typeof chatRequest>;
    const ctx = serviceContext(c);
    const input = readChat(request);
    const answering = retryOnConflict(async () => await complete(ctx, input));
    if (request.stream !== true) return Response.json(presentCompletion(request.model, await answering, ctx.origin));
    await Promise.race([answering, new Promise((resolve) => setTimeout(resolve, REFUSED_WITHIN_MS))]);
    const withUsage = request.stream_options?.include_usage === true;
    const pieces = answering.then((chat) => presentChunks(request.model, chat, ctx.origin, withUsage));
    const body = openChatStream({ pieces, explain: async (error) => await explain(c, error) });
    return new Response(body, { headers: STREAM_HEADERS });
  },
};

async function explain(c: Http, thrown: unknown): Promise<object> {
  const { operationId, platform } = c.var.scope;
  return chatError(noteError(c, await explainFault(platform, thrown)), operationId);
}
