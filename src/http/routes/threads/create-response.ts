import { createResponse } from "../../../services/threads/create-response.ts";
import { RESPONSE_FORMAT } from "../../event-stream/chat-stream.ts";
import { streamAnswer } from "../../event-stream/stream-answer.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { retryOnConflict } from "../../retry-on-conflict.ts";
import { chatError } from "../../wire/threads/chat.ts";
import { ResponseEvents } from "../../wire/threads/response-events.ts";
import {
  presentResponse,
  readResponseRequest,
  type ResponseRequest,
  responseRequest,
} from "../../wire/threads/responses.ts";

export const createResponseRoute: RawRoute = {
  id: "createResponse",
  method: "POST",
  path: "/v1/responses",
  audience: "user",
  acceptsKeys: true,
  access: "`chat` on the collection, or on the thread's home",
  summary: "Answer a question, for clients of OpenAI's Responses API.",
  body: responseRequest,
  errorBody: chatError,
  async handle(c) {
    const request = c.req.valid("json" as never) as ResponseRequest;
    const ctx = serviceContext(c);
    const input = readResponseRequest(request);
    if (request.stream === true) {
      const events = new ResponseEvents(request, ctx.origin);
      return await streamAnswer(
        c,
        events,
        RESPONSE_FORMAT,
        async (onProven) => await createResponse(ctx, input, onProven),
      );
    }
    const chat = await retryOnConflict(async () => await createResponse(ctx, input));
    return Response.json(presentResponse(request, chat, ctx.origin));
  },
};
