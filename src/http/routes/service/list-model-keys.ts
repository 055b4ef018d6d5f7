import * as z from "zod";
import { listModelKeys as list } from "../../../services/service/list-model-keys.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { modelKeys, presentModelKeys } from "../../wire/model-keys.ts";

export const listModelKeys = defineOperation({
  id: "listModelKeys",
  method: "GET",
  path: "/v1/organizations/{organizationId}/model-keys",
  who: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "The language models that an organization may give keys for, and what is told of those that it gave.",
  description: "A key itself is never shown. Empty where the operator takes no keys.",
  params: z.object({ organizationId: idParam("org") }),
  message: "Model keys listed.",
  data: modelKeys,
  async handle(ctx, { params }) {
    return { data: presentModelKeys(await list(ctx, params.organizationId)) };
  },
});
