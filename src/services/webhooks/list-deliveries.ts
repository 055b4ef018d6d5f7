import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import {
  type DeliveryPage,
  type DeliveryRow,
  selectDeliveries,
} from "../../storage/d1/webhooks/deliveries.ts";
import { findWebhook } from "../../storage/d1/webhooks/webhooks.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { type Counted, countedOf } from "../context/require-owner.ts";

const COUNTED = 10_000;

export interface DeliveryList extends Counted {
  readonly deliveries: readonly DeliveryRow[];
}

/**
 * Lists the recent deliveries of a webhook.
 * @throws ServiceError `not_found`
 */
export async function listDeliveries(
  ctx: Context,
  webhookId: Id<"hook">,
  page: DeliveryPage,
): Promise<DeliveryList> {
  const { rows } = await readAsUser(ctx, {
    webhook: findWebhook(ctx.db, actorSql(ctx), webhookId),
    ...selectDeliveries(ctx.db, webhookId, page, COUNTED + 1),
  });
  if (rows.webhook[0] === undefined) throw notFound("webhook");
  return { ...countedOf(rows.total, COUNTED), deliveries: rows.deliveries };
}
