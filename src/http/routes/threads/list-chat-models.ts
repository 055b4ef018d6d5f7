import { listChatModels as list } from "../../../services/threads/list-chat-models.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { chatError, collectionModel, WORKSPACE_MODEL } from "../../wire/threads/chat.ts";

const OWNER = "knowledge-workspace";

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
    const collections = await list(serviceContext(c));
    const model = (id: string, name: string, at: Date) => {
      return { id, object: "model", created: Math.floor(at.getTime() / 1_000), owned_by: OWNER, name };
    };
    const data = collections.map(({ id, label, createdAt }) => model(collectionModel(id), label, createdAt));
    const first = collections[0]?.createdAt ?? new Date(0);
    return Response.json({ object: "list", data: [model(WORKSPACE_MODEL, "Workspace", first), ...data] });
  },
};
