import type { Id } from "../../domain/ids.ts";
import { selectWebhooks, type WebhookRow } from "../../storage/d1/webhooks/webhooks.ts";
import { actorSql, type Context } from "../context/context.ts";
import { requireOwner } from "../context/require-owner.ts";

/**
 * Lists the webhooks of an organization, newest first.
 * @throws ServiceError `not_found`, `permission_denied` without `own` on the organization's root
 */
export async function listWebhooks(ctx: Context, organizationId: Id<"org">): Promise<readonly WebhookRow[]> {
  const { rows } = await requireOwner(ctx, organizationId, {
    webhooks: selectWebhooks(ctx.db, actorSql(ctx), organizationId),
  });
  return rows.webhooks;
}
