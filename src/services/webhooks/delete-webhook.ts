import type { Id } from "../../domain/ids.ts";
import { deleteWebhookStatement } from "../../storage/d1/webhooks/webhooks.ts";
import type { Context } from "../context/context.ts";
import { changeWebhook, readWebhook } from "./own-webhook.ts";

/**
 * Deletes a webhook. Nothing more is sent to it.
 * @throws ServiceError `not_found`
 */
export async function deleteWebhook(ctx: Context, webhookId: Id<"hook">): Promise<void> {
  const { actor, webhook } = await readWebhook(ctx, webhookId);
  await changeWebhook(actor, webhook, [deleteWebhookStatement(ctx.db, webhookId)]);
}
