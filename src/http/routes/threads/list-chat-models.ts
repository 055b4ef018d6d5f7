import { listChatModels as list } from "../../../services/threads/list-chat-models.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { chatError, presentChatModel } from "../../wire/threads/chat.ts";

export const listChatModels: RawRoute = {
  id: "listChatModels",
  method: "GET",
  path: "/v1/models",
  audience: "user",
  acceptsKeys: true,
  access: "Own account; lists collections with `chat`",
  summary: "The chat models, as OpenAI's clients list them.",
  errorBody: chatError,
  async handle(c) {
    const models = await list(serviceContext(c));
    return Response.json({ object: "list", data: models.map(presentChatModel) });
  },
};
