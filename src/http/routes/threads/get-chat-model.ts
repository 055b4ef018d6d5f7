import { notFound } from "../../../domain/errors.ts";
import { getChatModel } from "../../../services/threads/get-chat-model.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { chatError, findTarget, presentChatModel } from "../../wire/threads/chat.ts";

export const getChatModelRoute: RawRoute = {
  id: "getChatModel",
  method: "GET",
  path: "/v1/models/{model}",
  audience: "user",
  acceptsKeys: true,
  access: "`chat` on the collection, or on the thread's home",
  summary: "One chat model, as OpenAI's clients look it up.",
  errorBody: chatError,
  async handle(c) {
    const target = findTarget(c.req.param("model") ?? "");
    if (target === null) throw notFound("model");
    return Response.json(presentChatModel(await getChatModel(serviceContext(c), { target })));
  },
};
