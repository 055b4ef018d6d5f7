import { listChatModels } from "../../../services/threads/list-chat-models.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { chatError, presentChatModel } from "../../wire/threads/chat.ts";

export const listChatModelsRoute: RawRoute = {
  id: "listChatModels",
  method: "GET",
  path: "/v1/models",
  audience: "user",
  acceptsKeys: true,
  access: "Own account; lists collections with `chat`",
  summary: "The chat models, as OpenAI's clients list them.",
  errorBody: chatError,
  async handle(c) {
    const models = await listChatModels(serviceContext(c));
    return Response.json({ object: "list", data: models.map(presentChatModel) });
  },
};
