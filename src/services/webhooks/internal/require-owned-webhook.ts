import { notFound } from "../../../domain/errors.ts";
import type { Id } from "../../../domain/ids.ts";
import { userOf } from "../../../storage/d1/core/access.ts";
import { commit, type AuditDetails } from "../../../storage/d1/core/commit.ts";
import type { Statement } from "../../../storage/d1/core/database.ts";
import {
  findWebhook,
  isWebhook,
  ownsOrganization,
  type WebhookRow,
} from "../../../storage/d1/webhooks/webhooks.ts";
import { type Actor, actorSql, type Context, readAsUser } from "../../context/context.ts";

/**
 * Returns a webhook of an organization that the caller owns.
 * @throws ServiceError `not_found`
 */
export async function requireOwnedWebhook(
  ctx: Context,
  webhookId: Id<"hook">,
): Promise<{ readonly actor: Actor; readonly webhook: WebhookRow }> {
  const { actor, rows } = await readAsUser(ctx, { webhook: findWebhook(ctx.db, actorSql(ctx), webhookId) });
  if (rows.webhook[0] === undefined) throw notFound("webhook");
  return { actor, webhook: rows.webhook[0] };
}

/** Updates a webhook, provided that it is unchanged and the caller still owns its organization. */
export async function updateOwnedWebhook(
  actor: Actor,
  webhook: WebhookRow,
  writes: readonly Statement[],
  changes: AuditDetails = {},
): Promise<void> {
  await commit(actor.writer, {
    asserts: [
      { name: "may_own", holds: ownsOrganization(userOf(actor.id), webhook.organizationId) },
      { name: "same_version", holds: isWebhook(webhook) },
    ],
    writes,
    audit: { organizationId: webhook.organizationId, targetId: webhook.id, changes },
  });
}
