import { listChatModels as list } from "../../../services/threads/list-chat-models.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { chatError, presentChatModel } from "../../wire/threads/chat.ts";

export const listChatModels: RawRoute = {
  id: "listChatModels",
  method: "GET",
  path: "/v1/models",
  who: "user",
  byKey: true,
  access: "Oneself; collections where one may `chat`",
  summary: "What a chat may be about, as OpenAI's clients list their models.",
  errorBody: chatError,
  async handle(c) {
    const models = await list(serviceContext(c));
    return Response.json({ object: "list", data: models.map(presentChatModel) });
  },
};
