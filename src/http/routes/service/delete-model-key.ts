import * as z from "zod";
import { deleteModelKey } from "../../../services/service/delete-model-key.ts";
import { defineOperation } from "../../operation.ts";
import { text } from "../../wire/fields.ts";
import { idParam } from "../../wire/identifier.ts";

const MAX_MODEL_CHARS = 100;

export const deleteModelKeyOperation = defineOperation({
  id: "deleteModelKey",
  method: "DELETE",
  path: "/v1/organizations/{organizationId}/model-keys",
  audience: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "Delete an organization's key for a language model.",
  description:
    "The next answer uses the operator's key. A model that requires an organization's key no longer writes.",
  params: z.object({ organizationId: idParam("org") }),
  query: z.object({ model: text(1, MAX_MODEL_CHARS) }),
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { params, query }) {
    await deleteModelKey(ctx, { ...params, ...query });
    return { data: { message: "The key is deleted." } };
  },
});
