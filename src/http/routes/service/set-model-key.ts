import * as z from "zod";
import type { Id } from "../../../domain/ids.ts";
import { listModelKeys } from "../../../services/service/list-model-keys.ts";
import { setModelKey } from "../../../services/service/set-model-key.ts";
import { defineOperation } from "../../operation.ts";
import { name, text } from "../../wire/fields.ts";
import { idParam } from "../../wire/identifier.ts";
import { listedModelKeys, presentModelKeys } from "../../wire/model-keys.ts";

const MAX_MODEL_CHARS = 100;
const MAX_NAME_CHARS = 100;

export const setModelKeyOperation = defineOperation({
  id: "setModelKey",
  method: "PUT",
  path: "/v1/organizations/{organizationId}/model-keys",
  audience: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "Set an organization's own key for a language model of the operator.",
  description:
    "Answers in the organization's threads then use this key in place of the operator's. If the " +
    "provider rejects it, another model writes, or none, and `passedOver` contains `key_refused`. The " +
    "new key replaces the earlier one. The service stores it encrypted, sends it to that model's " +
    "address only, and never shows it.",
  params: z.object({ organizationId: idParam("org") }),
  body: z.object({
    model: text(1, MAX_MODEL_CHARS),
    key: z.string().regex(/^[\x21-\x7e]{8,500}$/, "must be 8 to 500 visible ASCII characters"),
    name: name(1, MAX_NAME_CHARS).default("Key"),
  }),
  example: { model: "claude", key: "sk-ant-api03-an-example-of-a-key", name: "Our team's key" },
  message: "Model key saved.",
  data: listedModelKeys,
  async handle(ctx, { params, body }) {
    return { data: presentModelKeys(await setModelKey(ctx, { ...params, ...body })) };
  },
  async replay(ctx, _input, targetId: Id<"org">) {
    return { data: presentModelKeys(await listModelKeys(ctx, targetId)) };
  },
});
