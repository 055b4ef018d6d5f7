import type * as z from "zod";
import type { Context } from "../../../services/context/context.ts";
import { completeChat, type CompleteChatInput } from "../../../services/threads/complete-chat.ts";
import type { VerifiedText } from "../../../services/threads/internal/subscribe-verified.ts";
import { openChatStream } from "../../event-stream/chat-stream.ts";
import { STREAM_HEADERS } from "../../event-stream/stream-headers.ts";
import { mapError } from "../../map-error.ts";
import type { RawRoute } from "../../register.ts";
import { type AppContext, serviceContext } from "../../request-scope.ts";
import { logError } from "../../respond.ts";
import { retryOnConflict } from "../../retry-on-conflict.ts";
import { chatError, chatRequest, presentCompletion, readChat } from "../../wire/threads/chat.ts";
import { ChatChunks } from "../../wire/threads/chat-chunks.ts";

/**
 * Time in milliseconds after which a stream starts without words. A rejection before this time gets its own
 * HTTP status.
 */
const REFUSED_WITHIN_MS = 1_000;

export const completeChatRoute: RawRoute = {
  id: "completeChat",
  method: "POST",
  path: "/v1/chat/completions",
  audience: "user",
  acceptsKeys: true,
  access: "`chat` on the collection, or on the thread's home",
  summary: "Answer the last question of a chat, for clients of OpenAI's API.",
  body: chatRequest,
  errorBody: chatError,
  async handle(c) {
    const request = c.req.valid("json" as never) as z.output<typeof chatRequest>;
    const ctx = serviceContext(c);
    const input = readChat(request);
    if (request.stream === true) return await streamed(c, ctx, request, input);
    return Response.json(
      presentCompletion(
        request.model,
        await retryOnConflict(async () => await completeChat(ctx, input)),
        ctx.origin,
      ),
    );
  },
};

/**
 * Streams an answer. The stream starts with the first verified words, with the answer, or after one second. A
 * rejection before the start becomes a normal error response.
 */
async function streamed(
  c: AppContext,
  ctx: Context,
  { model, stream_options: options }: z.output<typeof chatRequest>,
  input: CompleteChatInput,
): Promise<Response> {
  const chunks = new ChatChunks({ model, origin: ctx.origin, withUsage: options?.include_usage === true });
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const held: object[] = [];
  let tell = (piece: object): void => void held.push(piece);
  const onProven = (words: VerifiedText): void => {
    for (const piece of chunks.more(words)) tell(piece);
    begin();
  };
  const answering = retryOnConflict(async () => await completeChat(ctx, input, onProven));
  await Promise.race([answering, begun, new Promise((resolve) => setTimeout(resolve, REFUSED_WITHIN_MS))]);
  const body = openChatStream({
    write: async (write) => {
      for (const piece of held) write(piece);
      tell = write;
      for (const piece of chunks.end(await answering)) write(piece);
    },
    explain: async (error) => await explain(c, error),
  });
  return new Response(body, { headers: STREAM_HEADERS });
}

async function explain(c: AppContext, thrown: unknown): Promise<object> {
  const { operationId, platform } = c.var.scope;
  return chatError(logError(c, await mapError(platform, thrown)), operationId);
}
