import type { Id } from "../../domain/ids.ts";
import { deleteWebhookRow } from "../../storage/d1/webhooks/webhooks.ts";
import type { Context } from "../context/context.ts";
import { updateOwnedWebhook, requireOwnedWebhook } from "./internal/require-owned-webhook.ts";

/**
 * Deletes a webhook. The service sends nothing more to it.
 * @throws ServiceError `not_found`
 */
export async function deleteWebhook(ctx: Context, webhookId: Id<"hook">): Promise<void> {
  const { actor, webhook } = await requireOwnedWebhook(ctx, webhookId);
  await updateOwnedWebhook(actor, webhook, [deleteWebhookRow(ctx.db, webhookId)]);
}
