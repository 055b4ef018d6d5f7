import * as z from "zod";
import { revokeApiKey } from "../../../services/users/revoke-api-key.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { apiKey, presentApiKey } from "../../wire/users/api-key.ts";

export const revokeApiKeyOperation = defineOperation({
  id: "revokeApiKey",
  method: "DELETE",
  path: "/v1/api-keys/{apiKeyId}",
  audience: "user",
  access: "Own key",
  contract: { reader: "not_found" },
  tag: "users",
  summary: "Revoke an API key.",
  description: "The service rejects the next request with it. Revoking it again changes nothing.",
  params: z.object({ apiKeyId: idParam("key") }),
  message: ({ changed }) => (changed ? "API key revoked." : "The API key was revoked before."),
  data: apiKey,
  async handle(ctx, { params }) {
    return { data: presentApiKey(await revokeApiKey(ctx, params.apiKeyId)) };
  },
});
