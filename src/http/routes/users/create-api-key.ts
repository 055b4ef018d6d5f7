import * as z from "zod";
import { ACTIONS } from "../../../domain/access.ts";
import { COLLECTIONS_PER_KEY, KEY_DAYS, KEYS_PER_USER, MAX_KEY_DAYS } from "../../../domain/api-key.ts";
import { notFound } from "../../../domain/errors.ts";
import { parseId } from "../../../domain/ids.ts";
import { createApiKey, getApiKey } from "../../../services/users/create-api-key.ts";
import { defineOperation } from "../../operation.ts";
import { name, unique } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";
import { requestTime } from "../../wire/values.ts";
import { apiKey, presentApiKey } from "../../wire/users/api-key.ts";

export const createApiKeyOperation = defineOperation({
  id: "createApiKey",
  method: "POST",
  path: "/v1/api-keys",
  audience: "user",
  access: "Own account; `read` on the named collections",
  contract: { reader: "ok" },
  tag: "users",
  summary: "Create an API key, which a program sends in place of a token.",
  description:
    "The key acts for you with your current rights, limited to its actions. If it names collections, " +
    "it reaches these and their subtrees only; grants of yours further down do not count. It cannot " +
    "sign in, share or manage keys. The service shows the key once: treat it like a password. It " +
    `expires after ${KEY_DAYS} days unless \`expiresAt\` says otherwise, after ${MAX_KEY_DAYS} at the ` +
    `latest. A user has at most ${KEYS_PER_USER} keys.`,
  body: z.object({
    name: name(1, 100),
    actions: z.array(z.enum(ACTIONS)).min(1, "must name an action").max(ACTIONS.length).transform(unique),
    collectionIds: z.array(idField("col")).max(COLLECTIONS_PER_KEY).transform(unique),
    expiresAt: requestTime.nullish().transform((value) => value ?? null),
  }),
  example: {
    name: "Editor on my laptop",
    actions: ["read"],
    collectionIds: ["col_01h455vb4pex5vsknk084sn02q"],
  },
  message: ({ data }) =>
    data.key === null ? "API key created before; it is shown once." : "API key created.",
  data: apiKey.extend({
    key: z
      .string()
      .nullable()
      .meta({ description: "`kwp_…`; null in the response to a repeated `Idempotency-Key`." }),
  }),
  async handle(ctx, { body }) {
    const { key, row } = await createApiKey(ctx, body);
    return { data: { ...presentApiKey(row), key } };
  },
  async replay(ctx, _request, targetId) {
    const keyId = parseId("key", targetId);
    if (keyId === null) throw notFound("API key");
    return { data: { ...presentApiKey(await getApiKey(ctx, keyId)), key: null } };
  },
});
