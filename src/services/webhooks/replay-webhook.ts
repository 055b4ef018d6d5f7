import { invalidField } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { DELIVERY_DAYS } from "../../domain/webhook.ts";
import { idAt } from "../../storage/d1/service/event-listing.ts";
import { failPending } from "../../storage/d1/webhooks/deliveries.ts";
import { updateWebhook, type WebhookRow } from "../../storage/d1/webhooks/webhooks.ts";
import type { Context } from "../context/context.ts";
import { updateOwnedWebhook, requireOwnedWebhook } from "./internal/require-owned-webhook.ts";
import { MS_PER_DAY } from "../../domain/time.ts";

const REPLAYED = "Sent again by a replay.";

/**
 * Sends a webhook again all events after `since`. Enables a disabled webhook.
 * @throws ServiceError `not_found`, `invalid_argument` for a time in the future or too far in the past
 */
export async function replayWebhook(ctx: Context, webhookId: Id<"hook">, since: Date): Promise<WebhookRow> {
  const { db, now } = ctx;
  if (since > now) throw invalidField("since", "is not over yet");
  if (since.getTime() < now.getTime() - DELIVERY_DAYS * MS_PER_DAY)
    throw invalidField("since", `is more than ${DELIVERY_DAYS} days ago`);
  const { actor, webhook } = await requireOwnedWebhook(ctx, webhookId);
  const sinceId = idAt("event", Math.max(since.getTime(), webhook.createdAt.getTime()));
  const fields = {
    round: webhook.round + 1,
    // The cursor never moves forward over events that are still unread.
    readTo: webhook.disabledAt === null && webhook.readTo < sinceId ? webhook.readTo : sinceId,
    replayedSince: since,
    failingSince: null,
    disabledAt: null,
    disabledReason: "",
  };
  await updateOwnedWebhook(
    actor,
    webhook,
    [failPending(db, webhookId, REPLAYED, now, since), updateWebhook(db, webhookId, fields)],
    {
      since: since.toISOString(),
    },
  );
  return { ...webhook, ...fields };
}
