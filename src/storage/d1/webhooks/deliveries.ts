import { eq, type SQL, sql } from "drizzle-orm";
import type { AuditEvent, WebhookPayload } from "../../../domain/webhook-payload.ts";
import type { Id } from "../../../domain/ids.ts";
import type { Page } from "../../../domain/page.ts";
import { DELIVERY_DAYS, INVITATION_CREATED, type WebhookEvent } from "../../../domain/webhook.ts";
import { idsAlong, mayOnAsset, mayOnCollection, mayOnThread } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { webhookDeliveries, webhooks } from "../schema/webhooks.ts";
import { idAt } from "../service/event-listing.ts";
import { ownsOrganization } from "./webhooks.ts";
import { MS_PER_MINUTE, MS_PER_DAY } from "../../../domain/time.ts";

/** Audit events of an organization after the given one, in order. */
export function selectAuditEventsAfter(
  { build }: Database,
  organizationId: Id<"org">,
  after: Id<"event">,
  limit: number,
) {
  return build.all<AuditEvent>(sql`SELECT ev.id, ev.operation, ev.actor_id AS "actorId", ev.target_id AS "targetId", ev.changes, ev.at,
      ms.thread_id AS "threadId", ms.state AS "messageState", ms.in_reply_to IS NOT NULL AS "isAnswer"
    FROM (SELECT * FROM audit_events le INDEXED BY audit_events_organization
      WHERE le.organization_id = ${organizationId} AND le.id > ${after} ORDER BY le.id LIMIT ${limit}) ev
    LEFT JOIN messages ms ON ms.id = ev.target_id ORDER BY ev.id`);
}

/** The organization's newest event after this one, by id. */
export function findNewestEvent({ build }: Database, organizationId: Id<"org">, after: Id<"event">) {
  return build.all<{
    readonly id: Id<"event">;
  }>(sql`SELECT ne.id FROM audit_events ne INDEXED BY audit_events_organization
    WHERE ne.organization_id = ${organizationId} AND ne.id > ${after} ORDER BY ne.id DESC LIMIT 1`);
}

export interface NewDelivery extends WebhookPayload {
  readonly id: Id<"delivery">;
  readonly eventId: Id<"event">;
  readonly at: number;
}

/**
 * Enqueues a webhook's deliveries, each once per round. Events from before the round's start are sent only
 * once in all rounds. A webhook with collections receives only events in their subtrees. Enqueues nothing if
 * the webhook has started another round.
 */
export function insertDeliveries(
  { build }: Database,
  { id, round }: { id: Id<"hook">; round: number },
  told: readonly NewDelivery[],
  now: Date,
) {
  return build.run(sql`INSERT OR IGNORE INTO webhook_deliveries (id, webhook_id, round, source, event, event_id, subject_id, thread_id, at, due_at)
    SELECT tl.value ->> 'id', wh.id, wh.round, tl.value ->> 'source', tl.value ->> 'event', tl.value ->> 'eventId', tl.value ->> 'subjectId', tl.value ->> 'threadId',
      tl.value ->> 'at', ${now.getTime()}
    FROM json_each(${JSON.stringify(told)}) tl CROSS JOIN webhooks wh ON wh.id = ${id} AND wh.round = ${round} AND wh.disabled_at IS NULL
    WHERE (tl.value ->> 'at' >= coalesce(wh.replayed_since, 0) OR NOT EXISTS (SELECT 1 FROM webhook_deliveries td INDEXED BY webhook_deliveries_source
        WHERE td.webhook_id = wh.id AND td.source = tl.value ->> 'source'))
      AND (wh.collection_ids = '[]' OR EXISTS (SELECT 1 FROM (${pathsOf(sql`tl.value ->> 'subjectId'`, sql`tl.value ->> 'threadId'`)}) place
      CROSS JOIN ${idsAlong(sql`place.path`)} above JOIN json_each(wh.collection_ids) nm ON nm.value = above.value))`);
}

/**
 * Paths of the collections that hold the subject; for a deletion, paths of the deleted collections. Purged
 * records have no paths.
 */
function pathsOf(subjectId: SQL, threadId: SQL): SQL {
  return sql`SELECT hc.path AS path FROM asset_collections hold JOIN collections hc ON hc.id = hold.collection_id WHERE hold.asset_id = ${subjectId}
    UNION ALL SELECT sc.path FROM collections sc WHERE sc.id = ${subjectId}
    UNION ALL SELECT ic.path FROM invitation_grants ig JOIN collections ic ON ic.id = ig.collection_id WHERE ig.invitation_id = ${subjectId}
    UNION ALL SELECT tc.path FROM threads th JOIN collections tc ON tc.id = th.home_collection_id WHERE th.id = coalesce(${threadId}, ${subjectId})
    UNION ALL SELECT coalesce(dc.path, root.value || '/') FROM deletions gone, json_each(gone.plan ->> 'collectionIds') root
      LEFT JOIN collections dc ON dc.id = root.value WHERE gone.id = ${subjectId}`;
}

/** A due delivery. `may` is 1 if the webhook's owner may read the subject now. */
export interface DueDelivery {
  readonly id: Id<"delivery">;
  readonly eventId: Id<"event">;
  readonly event: WebhookEvent;
  readonly subjectId: Id;
  readonly threadId: Id<"thread"> | null;
  readonly at: Date;
  /** Number of attempts, including the current one. */
  readonly attempts: number;
  readonly may: 0 | 1;
}

/** Time after which a claimed delivery is due again, in case its run was terminated: 10 minutes. */
const CLAIM_MS = 10 * MS_PER_MINUTE;

/**
 * Claims the webhook's longest due delivery, counts the attempt before it begins, and reads the webhook.
 * @returns statements for one round trip
 */
export function claimDelivery({ build }: Database, webhookId: Id<"hook">, now: Date) {
  const first = sql`(SELECT fd.id FROM webhook_deliveries fd INDEXED BY webhook_deliveries_due WHERE fd.webhook_id = ${webhookId} AND fd.state = 'pending'
    AND fd.due_at <= ${now.getTime()} ORDER BY fd.due_at, fd.id LIMIT 1)`;
  const owner = sql`(SELECT wu.id FROM webhooks wo JOIN users wu ON wu.id = wo.user_id AND wu.lifecycle_state = 'active' WHERE wo.id = ${webhookId})`;
  const organization = sql`(SELECT wg.organization_id FROM webhooks wg WHERE wg.id = ${webhookId})`;
  const d = webhookDeliveries;
  return {
    claimed: build
      .update(d)
      .set({ attempts: sql`attempts + 1`, dueAt: new Date(now.getTime() + CLAIM_MS) })
      .where(sql`id = ${first}`)
      .returning({
        id: d.id,
        eventId: d.eventId,
        event: d.event,
        subjectId: d.subjectId,
        threadId: d.threadId,
        at: d.at,
        attempts: d.attempts,
        may: sql<0 | 1>`(${ownsOrganization(owner, organization)} AND ${mayRead(owner, organization, now)})`,
      }),
    tried: build.update(webhooks).set({ triedAt: now }).where(eq(webhooks.id, webhookId)),
    webhook: build
      .select()
      .from(webhooks)
      .where(sql`id = ${webhookId} AND disabled_at IS NULL`),
  };
}

/** An invitation that a delivery describes. */
export interface SentInvitation {
  readonly id: Id<"token">;
  readonly email: string;
  readonly inviterName: string;
  readonly randomBits: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The invitation, if it is still open. */
export function findInvitationToSend({ build }: Database, id: Id, now: Date) {
  return build.all<SentInvitation>(sql`SELECT iv.id, iv.email, iu.display_name AS "inviterName", iv.random_bits AS "randomBits",
    iv.expires_at AS "expiresAt" FROM invitations iv JOIN users iu ON iu.id = iv.issued_by WHERE iv.id = ${id} AND ${isOpenInvitation(now)}`);
}

function isOpenInvitation(now: Date): SQL {
  return sql`iv.redeemed_at IS NULL AND iv.revoked_at IS NULL AND iv.expires_at > ${now.getTime()}`;
}

/**
 * Whether the user may read the delivery's subject. For deletions and open invitations, ownership of the
 * organization is enough, which the caller checks.
 */
function mayRead(user: SQL, organization: SQL, now: Date): SQL {
  return sql`CASE WHEN event = ${INVITATION_CREATED} THEN EXISTS (SELECT 1 FROM invitations iv
      WHERE iv.id = subject_id AND iv.organization_id = ${organization} AND ${isOpenInvitation(now)})
    WHEN event IN ('asset.deleted', 'thread.deleted', 'collection.deleted') THEN 1
    WHEN thread_id IS NOT NULL THEN ${mayOnThread(user, sql`webhook_deliveries.thread_id`, "read")}
    WHEN subject_id LIKE 'asset\\_%' ESCAPE '\\' THEN ${mayOnAsset(user, sql`webhook_deliveries.subject_id`, "read")}
    WHEN subject_id LIKE 'thread\\_%' ESCAPE '\\' THEN ${mayOnThread(user, sql`webhook_deliveries.subject_id`, "read")}
    ELSE ${mayOnCollection(user, sql`webhook_deliveries.subject_id`, "read")} END`;
}

export function updateDelivery(
  { build }: Database,
  id: Id<"delivery">,
  fields: Partial<typeof webhookDeliveries.$inferInsert>,
): Statement {
  return build.update(webhookDeliveries).set(fields).where(eq(webhookDeliveries.id, id));
}

/** Marks the webhook's pending deliveries of events since the given time as failed. */
export function failPending(
  { build }: Database,
  webhookId: Id<"hook">,
  reason: string,
  now: Date,
  since = new Date(0),
): Statement {
  return build
    .update(webhookDeliveries)
    .set({ state: "failed", lastError: reason, endedAt: now })
    .where(sql`webhook_id = ${webhookId} AND state = 'pending' AND at >= ${since.getTime()}`);
}

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export interface DeliveryPage extends Page {
  readonly newestFirst: boolean;
}

/** A page of a webhook's deliveries, and their number, counted up to `most`. */
export function selectDeliveries(
  { build }: Database,
  webhookId: Id<"hook">,
  { limit, offset, newestFirst }: DeliveryPage,
  most: number,
) {
  const { id } = webhookDeliveries;
  return {
    total: build.all<{ readonly count: number }>(
      sql`SELECT count(*) AS count FROM (SELECT 1 FROM webhook_deliveries WHERE webhook_id = ${webhookId} LIMIT ${most})`,
    ),
    deliveries: build
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.webhookId, webhookId))
      .orderBy(newestFirst ? sql`${id} DESC` : id)
      .limit(limit)
      .offset(offset),
  };
}

/** Deletes old deliveries. The ids contain the creation time, so no other index is needed. */
export function deleteOldDeliveries({ build }: Database, now: Date, limit: number): Statement {
  const before = idAt("delivery", now.getTime() - DELIVERY_DAYS * MS_PER_DAY);
  return build.run(sql`DELETE FROM webhook_deliveries WHERE id IN (SELECT od.id FROM webhook_deliveries od WHERE od.id < ${before}
    ORDER BY od.id LIMIT ${limit})`);
}
