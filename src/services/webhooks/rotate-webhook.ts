import { newSecretBits, webhookSecret } from "../../auth/webhook-signature.ts";
import type { Id } from "../../domain/ids.ts";
import { SECRET_OVERLAP_MS } from "../../domain/webhook.ts";
import { updateWebhook } from "../../storage/d1/webhooks/webhooks.ts";
import type { Context } from "../context/context.ts";
import type { CreatedWebhook } from "./create-webhook.ts";
import { updateOwnedWebhook, requireOwnedWebhook } from "./internal/require-owned-webhook.ts";

/**
 * Replaces the secret of a webhook. For one day the service signs with the new and the previous secret. Older
 * secrets are invalid immediately.
 * @throws ServiceError `not_found`
 */
export async function rotateWebhook(ctx: Context, webhookId: Id<"hook">): Promise<CreatedWebhook> {
  const { db, now, config } = ctx;
  const { actor, webhook } = await requireOwnedWebhook(ctx, webhookId);
  const fields = {
    secretBits: newSecretBits(),
    previousBits: webhook.secretBits,
    previousUntil: new Date(now.getTime() + SECRET_OVERLAP_MS),
  };
  await updateOwnedWebhook(actor, webhook, [updateWebhook(db, webhookId, fields)]);
  return {
    row: { ...webhook, ...fields },
    secret: await webhookSecret(config.linkSecret, webhookId, fields.secretBits),
  };
}
