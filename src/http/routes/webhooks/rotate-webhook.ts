import * as z from "zod";
import { requireOwnedWebhook } from "../../../services/webhooks/internal/require-owned-webhook.ts";
import { rotateWebhook } from "../../../services/webhooks/rotate-webhook.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { presentWebhook, withSecret } from "../../wire/webhooks/webhook.ts";

export const rotateWebhookOperation = defineOperation({
  id: "rotateWebhook",
  method: "POST",
  path: "/v1/webhooks/{webhookId}/rotate",
  audience: "user",
  access: "`own` on the root of its organization",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "Replace the secret of a webhook.",
  description:
    "The service shows the new secret once. For 24 hours it signs deliveries with both secrets, so no " +
    "delivery is lost during the change.",
  params: z.object({ webhookId: idParam("hook") }),
  message: "Webhook secret rotated.",
  data: withSecret,
  async handle(ctx, { params }) {
    const { row, secret } = await rotateWebhook(ctx, params.webhookId);
    return { data: { ...presentWebhook(row), secret } };
  },
  async replay(ctx, { params }) {
    return {
      data: { ...presentWebhook((await requireOwnedWebhook(ctx, params.webhookId)).webhook), secret: null },
    };
  },
});
