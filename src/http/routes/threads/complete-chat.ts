import type { Context } from "../../../services/context/context.ts";
import { completeChat, type CompleteChatInput } from "../../../services/threads/complete-chat.ts";
import { answerClientTask } from "../../../services/threads/internal/answer-client-task.ts";
import { CHAT_FORMAT, chatEvents } from "../../event-stream/chat-stream.ts";
import { STREAM_HEADERS } from "../../event-stream/stream-headers.ts";
import { streamAnswer } from "../../event-stream/stream-answer.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { retryOnConflict } from "../../retry-on-conflict.ts";
import {
  chatError,
  type ChatRequest,
  chatRequest,
  presentCompletion,
  readChat,
  requireTextFormat,
} from "../../wire/threads/chat.ts";
import { demandedFields, isSinglePrompt, presentTask, taskChunks } from "../../wire/threads/present-task.ts";
import { ChatChunks } from "../../wire/threads/chat-chunks.ts";

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
    const request = c.req.valid("json" as never) as ChatRequest;
    const { model, stream_options: options } = request;
    const ctx = serviceContext(c);
    const input = readChat(request);
    const task = await answerTask(ctx, request, input);
    if (task !== null) return presentedTask(task, { request, operationId: ctx.operationId });
    requireTextFormat(request);
    if (request.stream === true) {
      const withUsage = options?.include_usage === true;
      const chunks = new ChatChunks({ model, origin: ctx.origin, withUsage });
      return await streamAnswer(
        c,
        chunks,
        CHAT_FORMAT,
        async (onProven) => await completeChat(ctx, input, onProven),
      );
    }
    const chat = await retryOnConflict(async () => await completeChat(ctx, input));
    return Response.json(presentCompletion(model, chat, ctx.origin));
  },
};

/** The answer to a chat client's task, such as for a title. Null if the request is a question. */
async function answerTask(
  ctx: Context,
  request: ChatRequest,
  { target, questions: [prompt] }: CompleteChatInput,
): Promise<string | null> {
  if (!isSinglePrompt(request)) return null;
  return await answerClientTask(ctx, { target, prompt, fields: demandedFields(request) });
}

function presentedTask(text: string, options: Parameters<typeof presentTask>[1]): Response {
  if (options.request.stream !== true) return Response.json(presentTask(text, options));
  return new Response(chatEvents(taskChunks(text, options)), { headers: STREAM_HEADERS });
}
