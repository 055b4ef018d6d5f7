import * as z from "zod";
import { listModelKeys } from "../../../services/service/list-model-keys.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { listedModelKeys, presentModelKeys } from "../../wire/model-keys.ts";

export const listModelKeysOperation = defineOperation({
  id: "listModelKeys",
  method: "GET",
  path: "/v1/organizations/{organizationId}/model-keys",
  audience: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "The language models that accept keys of an organization, and details of its keys.",
  description: "The service never shows a key. The list is empty if the operator accepts no keys.",
  params: z.object({ organizationId: idParam("org") }),
  message: "Model keys listed.",
  data: listedModelKeys,
  async handle(ctx, { params }) {
    return { data: presentModelKeys(await listModelKeys(ctx, params.organizationId)) };
  },
});
