import * as z from "zod";
import { deleteWebhook } from "../../../services/webhooks/delete-webhook.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";

export const deleteWebhookOperation = defineOperation({
  id: "deleteWebhook",
  method: "DELETE",
  path: "/v1/webhooks/{webhookId}",
  audience: "user",
  access: "`own` on the root of its organization",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "Delete a webhook.",
  description: "The service cancels its pending deliveries.",
  params: z.object({ webhookId: idParam("hook") }),
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { params }) {
    await deleteWebhook(ctx, params.webhookId);
    return { data: { message: "The webhook is deleted." } };
  },
});
