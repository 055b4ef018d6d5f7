import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { ENDED_KEY_DAYS } from "../../../domain/api-key.ts";
import { listApiKeys } from "../../../services/users/list-api-keys.ts";
import { defineOperation } from "../../operation.ts";
import { apiKey, presentApiKey } from "../../wire/users/api-key.ts";

export const listApiKeysOperation = defineOperation({
  id: "listApiKeys",
  method: "GET",
  path: "/v1/api-keys",
  audience: "user",
  access: "Own account",
  contract: { stranger: "ok" },
  tag: "users",
  summary: "Your API keys, newest first.",
  description: `The list shows ended keys for ${ENDED_KEY_DAYS} days.`,
  message: ({ data }) => `${countOf(data.apiKeys.length, "API key")} found.`,
  data: z.object({ apiKeys: z.array(apiKey) }),
  async handle(ctx) {
    return { data: { apiKeys: (await listApiKeys(ctx)).map(presentApiKey) } };
  },
});
