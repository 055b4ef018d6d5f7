import * as z from "zod";
import { DELIVERY_DAYS } from "../../../domain/webhook.ts";
import { requireOwnedWebhook } from "../../../services/webhooks/internal/require-owned-webhook.ts";
import { replayWebhook } from "../../../services/webhooks/replay-webhook.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { requestTime } from "../../wire/values.ts";
import { presentWebhook, webhook } from "../../wire/webhooks/webhook.ts";

export const replayWebhookOperation = defineOperation({
  id: "replayWebhook",
  method: "POST",
  path: "/v1/webhooks/{webhookId}/replay",
  audience: "user",
  access: "`own` on the root of its organization",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "Send the events since a time to a webhook again.",
  description:
    `At most ${DELIVERY_DAYS} days back, and not before the webhook's creation. Deliveries keep their ` +
    "`webhook-id`. A disabled webhook becomes enabled.",
  params: z.object({ webhookId: idParam("hook") }),
  body: z.object({ since: requestTime }),
  example: { since: "2026-11-22T10:00:00Z" },
  message: "Replay started.",
  data: webhook,
  async handle(ctx, { params, body }) {
    return { data: presentWebhook(await replayWebhook(ctx, params.webhookId, body.since)) };
  },
  async replay(ctx, { params }) {
    return { data: presentWebhook((await requireOwnedWebhook(ctx, params.webhookId)).webhook) };
  },
});
