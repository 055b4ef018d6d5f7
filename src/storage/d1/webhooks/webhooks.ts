import { eq, type SQL, sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { MAX_PENDING_DELIVERIES, WEBHOOKS_PER_ORGANIZATION } from "../../../domain/webhook.ts";
import type { Database, Statement } from "../core/database.ts";
import { rootOf } from "../service/event-listing.ts";
import { mayOnCollection } from "../core/access.ts";
import { webhooks } from "../schema/webhooks.ts";

export type WebhookRow = typeof webhooks.$inferSelect;

export function insertWebhook({ build }: Database, row: typeof webhooks.$inferInsert): Statement {
  return build.insert(webhooks).values(row);
}

/** An organization's webhooks, newest first. Returns nothing if the actor does not own the organization. */
export function selectWebhooks({ build }: Database, actor: SQL, organizationId: Id<"org">) {
  return build
    .select()
    .from(webhooks)
    .where(sql`${webhooks.organizationId} = ${organizationId} AND ${ownsOrganization(actor, organizationId)}`)
    .orderBy(sql`${webhooks.id} DESC`);
}

/** A webhook of an organization that the actor owns. */
export function findWebhook({ build }: Database, actor: SQL, id: Id<"hook">) {
  return build
    .select()
    .from(webhooks)
    .where(sql`${webhooks.id} = ${id} AND ${ownsOrganization(actor, webhooks.organizationId)}`);
}

/** Whether the user owns the organization, by a grant on its root. */
export function ownsOrganization(actor: SQL, organizationId: Parameters<typeof rootOf>[0]): SQL<boolean> {
  return mayOnCollection(actor, rootOf(organizationId), "own");
}

/** Whether the organization may have another webhook. */
export function mayHaveWebhook(organizationId: Id<"org">): SQL<boolean> {
  return sql<boolean>`((SELECT count(*) FROM webhooks WHERE organization_id = ${organizationId}) < ${WEBHOOKS_PER_ORGANIZATION})`;
}

/** Whether the webhook has not been deleted, rotated or replayed since the read. */
export function isWebhook({
  id,
  secretBits,
  round,
}: Pick<WebhookRow, "id" | "secretBits" | "round">): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM webhooks WHERE id = ${id} AND secret_bits = ${secretBits} AND round = ${round})`;
}

export function updateWebhook(
  { build }: Database,
  id: Id<"hook">,
  fields: Partial<typeof webhooks.$inferInsert>,
): Statement {
  return build.update(webhooks).set(fields).where(eq(webhooks.id, id));
}

export function deleteWebhookRow({ build }: Database, id: Id<"hook">): Statement {
  return build.delete(webhooks).where(eq(webhooks.id, id));
}

/**
 * Webhooks with unread events of their organization, longest unread first. Excludes webhooks with too many
 * pending deliveries.
 */
export function findWithNews({ build }: Database, limit: number) {
  return build
    .select()
    .from(webhooks)
    .where(
      sql`disabled_at IS NULL AND EXISTS (SELECT 1 FROM audit_events ne INDEXED BY audit_events_organization
        WHERE ne.organization_id = webhooks.organization_id AND ne.id > webhooks.read_to)
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries pd INDEXED BY webhook_deliveries_due
        WHERE pd.webhook_id = webhooks.id AND pd.state = 'pending' LIMIT 1 OFFSET ${MAX_PENDING_DELIVERIES})`,
    )
    .orderBy(webhooks.readTo)
    .limit(limit);
}

/**
 * Webhooks with due deliveries: one per organization, then a second one per organization, and so on. Within
 * each turn, webhooks tried longest ago come first. So no busy webhook and no organization with many webhooks
 * displaces others.
 */
export function findWithDue({ build }: Database, now: Date, limit: number) {
  return build.all<{
    readonly id: Id<"hook">;
  }>(sql`SELECT id FROM (SELECT w.id AS id, coalesce(w.tried_at, 0) AS tried,
      row_number() OVER (PARTITION BY w.organization_id ORDER BY coalesce(w.tried_at, 0), w.id) AS turn
    FROM webhooks w WHERE w.disabled_at IS NULL AND EXISTS (SELECT 1 FROM webhook_deliveries fd INDEXED BY webhook_deliveries_due
      WHERE fd.webhook_id = w.id AND fd.state = 'pending' AND fd.due_at <= ${now.getTime()}))
    ORDER BY turn, tried, id LIMIT ${limit}`);
}

/** Records a successful delivery, which ends a series of failures. */
export function recordWebhookSuccess({ build }: Database, id: Id<"hook">): Statement {
  return build.run(
    sql`UPDATE webhooks SET failing_since = NULL WHERE id = ${id} AND failing_since IS NOT NULL`,
  );
}

export function recordWebhookFailure({ build }: Database, id: Id<"hook">, now: Date): Statement {
  return build.run(
    sql`UPDATE webhooks SET failing_since = ${now.getTime()} WHERE id = ${id} AND failing_since IS NULL`,
  );
}

/**
 * Advances the position in the audit log. The position never moves back, and a replay prevents moves that
 * began before it.
 */
export function moveReadTo(
  { build }: Database,
  { id, round }: Pick<WebhookRow, "id" | "round">,
  readTo: Id<"event">,
): Statement {
  return build.run(
    sql`UPDATE webhooks SET read_to = ${readTo} WHERE id = ${id} AND round = ${round} AND read_to < ${readTo}`,
  );
}
