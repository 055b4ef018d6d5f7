import * as z from "zod";
import type { Id } from "../../../domain/ids.ts";
import { listModelKeys } from "../../../services/service/list-model-keys.ts";
import { setModelKey as set } from "../../../services/service/set-model-key.ts";
import { defineOperation } from "../../operation.ts";
import { name, text } from "../../wire/fields.ts";
import { idParam } from "../../wire/identifier.ts";
import { modelKeys, presentModelKeys } from "../../wire/model-keys.ts";

const MAX_MODEL_CHARS = 100;
const MAX_NAME_CHARS = 100;

export const setModelKey = defineOperation({
  id: "setModelKey",
  method: "PUT",
  path: "/v1/organizations/{organizationId}/model-keys",
  who: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "Give an organization's own key for a language model of the operator's list.",
  description:
    "Answers in the organization's threads are then written with it in place of the operator's, which does not stand in for it: where its provider " +
    "refuses it, another model writes, or none, and `passedOver` says `key_refused`. It takes the place of the one before, is stored encrypted, sent " +
    "to that model's address alone, and never shown again.",
  params: z.object({ organizationId: idParam("org") }),
  body: z.object({
    model: text(1, MAX_MODEL_CHARS),
    key: z.string().regex(/^[\x21-\x7e]{8,500}$/, "must be 8 to 500 visible ASCII characters"),
    name: name(1, MAX_NAME_CHARS).default("Key"),
  }),
  example: { model: "claude", key: "sk-ant-api03-an-example-of-a-key", name: "Our team's key" },
  message: "Model key saved.",
  data: modelKeys,
  async handle(ctx, { params, body }) {
    return { data: presentModelKeys(await set(ctx, { ...params, ...body })) };
  },
  async replay(ctx, _input, targetId: Id<"org">) {
    return { data: presentModelKeys(await listModelKeys(ctx, targetId)) };
  },
});
