import { base64url } from "jose";
import { publicLinkToken } from "../../auth/public-link-token.ts";
import { signatures } from "../../auth/webhook-signature.ts";
import { CommitConflict } from "../../domain/conflicts.ts";
import { type Id, newId, SERVICE_USER_ID } from "../../domain/ids.ts";
import { isLastAttempt, retryDelayMs, RETRIES } from "../../domain/retry-policy.ts";
import { FAILING_WEBHOOK_TTL_MS, INVITATION_CREATED, MAX_DELIVERY_AGE_MS } from "../../domain/webhook.ts";
import { faultFields, log } from "../../log.ts";
import type { WebhookAnswer } from "../../net/post-webhook.ts";
import type { Platform } from "../../platform.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { idAt } from "../../storage/d1/service/event-listing.ts";
import {
  claimDelivery,
  type DueDelivery,
  findInvitationToSend,
  failPending,
  updateDelivery,
} from "../../storage/d1/webhooks/deliveries.ts";
import {
  findWithDue,
  isWebhook,
  recordWebhookFailure,
  recordWebhookSuccess,
  updateWebhook,
  type WebhookRow,
} from "../../storage/d1/webhooks/webhooks.ts";
import { MS_PER_SECOND } from "../../domain/time.ts";

const WEBHOOKS_PER_RUN = 100;
/** Webhooks that one run serves in parallel. `npm start` can send two requests at a time. */
const MAX_PARALLEL = 2;
const DELIVERIES_PER_WEBHOOK = 20;
/** Time in milliseconds during which a run starts deliveries. The next run sends the remaining deliveries. */
const RUN_MS = 25_000;
const GONE = 410;

type Settings = NonNullable<ReturnType<Platform["webhooks"]>>;

/**
 * Sends due deliveries of a few webhooks in parallel. For each webhook, deliveries follow one after the other
 * until one fails, so a failing receiver costs one attempt per run.
 */
export async function sendDeliveries(db: Database, settings: Settings, now: Date): Promise<void> {
  const { due } = await db.read({ due: findWithDue(db, now, WEBHOOKS_PER_RUN) });
  const waiting = due.values();
  const begunAt = Date.now();
  const isTime = (): boolean => Date.now() - begunAt < RUN_MS;
  const work = async (): Promise<void> => {
    for (const { id } of waiting) {
      if (!isTime()) return;
      try {
        for (let sent = 0; sent < DELIVERIES_PER_WEBHOOK && isTime(); sent += 1)
          if (!(await sendNext(db, settings, id, now))) break;
      } catch (error) {
        log("error", "webhook_not_told", { webhookId: id, ...faultFields(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, work));
}

/** @returns whether to send the webhook's next delivery */
async function sendNext(
  db: Database,
  settings: Settings,
  webhookId: Id<"hook">,
  now: Date,
): Promise<boolean> {
  const { claimed, webhook: found } = await db.read(claimDelivery(db, webhookId, now));
  const [delivery, webhook] = [claimed[0], found[0]];
  if (delivery === undefined || webhook === undefined) return false;
  const isAllowed = delivery.may === 1;
  const content = isAllowed ? await contentOf(db, settings, delivery, now) : null;
  if (content === null) {
    await db.write([updateDelivery(db, delivery.id, { state: "withheld", endedAt: now })]);
    return true;
  }
  const request = await requestFor(settings, webhook, delivery, content);
  const answer = await settings.tell(request, webhook.organizationId);
  const { status } = answer ?? {};
  if (answer === null) {
    // The service did not send the request, so the attempt does not count.
    await db.write([updateDelivery(db, delivery.id, { attempts: delivery.attempts - 1, dueAt: now })]);
    return false;
  }
  if (typeof status === "number" && status >= 200 && status < 300) {
    await db.write([
      updateDelivery(db, delivery.id, {
        state: "delivered",
        lastStatus: status,
        lastError: "",
        endedAt: now,
      }),
      recordWebhookSuccess(db, webhookId),
    ]);
    return true;
  }
  await recordFailure(db, webhook, delivery, answer, now);
  return false;
}

/**
 * The payload besides ids: nothing, or an invitation with its secret link.
 * @returns null for an invitation that has ended, or whose link would have no address
 */
async function contentOf(
  db: Database,
  { linkSecret, publicOrigin }: Settings,
  { event, subjectId }: DueDelivery,
  now: Date,
): Promise<object | null> {
  if (event !== INVITATION_CREATED) return {};
  const { found } = await db.read({ found: findInvitationToSend(db, subjectId, now) });
  const [invitation] = found;
  if (invitation === undefined || publicOrigin === null) return null;
  const { id, email, inviterName, expiresAt, randomBits } = invitation;
  const token = await publicLinkToken(linkSecret, id, base64url.decode(randomBits));
  const link = `${publicOrigin}/i#${token}`;
  return { invitation: { email, inviterName, link, expiresAt: new Date(expiresAt).toISOString() } };
}

/**
 * The request with ids, the event's type and the given content. Every retry and replay has the same message
 * id: the event's, or the invitation's, because one share issues several.
 */
async function requestFor(
  { linkSecret, addresses }: Settings,
  webhook: WebhookRow,
  { eventId, event, subjectId, threadId, at }: DueDelivery,
  content: object,
) {
  const { organizationId } = webhook;
  const data = {
    webhookId: webhook.id,
    organizationId,
    eventKey: eventId,
    subjectId,
    ...(threadId === null ? {} : { threadId }),
    ...content,
  };
  const messageId = event === INVITATION_CREATED ? subjectId : eventId;
  const body = JSON.stringify({ type: event, timestamp: at.toISOString(), data });
  const sentAt = new Date();
  const timestamp = Math.floor(sentAt.getTime() / MS_PER_SECOND);
  const signature = await signatures(linkSecret, webhook, { messageId, timestamp, body }, sentAt);
  const headers = {
    "webhook-id": messageId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature,
  };
  return {
    address: webhook.url,
    allowLoopback: addresses.allowLoopback,
    ownOrigins: [...addresses.ownOrigins],
    exceptions: [...addresses.exceptions],
    headers,
    body,
  };
}

async function recordFailure(
  db: Database,
  webhook: WebhookRow,
  { id, attempts }: DueDelivery,
  { status, reason }: WebhookAnswer,
  now: Date,
) {
  const lastError = status === null ? `The receiver ${reason}.` : `The receiver answered ${status}.`;
  // The delivery's age is a second limit. With many pending deliveries to a failing receiver, a delivery gets
  // fewer attempts than scheduled.
  const isOver =
    isLastAttempt(RETRIES.delivery, attempts, null) ||
    id < idAt("delivery", now.getTime() - MAX_DELIVERY_AGE_MS);
  const ended = isOver
    ? { state: "failed" as const, endedAt: now }
    : { dueAt: new Date(now.getTime() + retryDelayMs(RETRIES.delivery, attempts)) };
  await db.write([
    updateDelivery(db, id, { ...ended, lastStatus: status, lastError }),
    recordWebhookFailure(db, webhook.id, now),
  ]);
  const disabling = disablingOf(webhook, status, now);
  if (disabling !== null) await disable(db, webhook, disabling, now);
}

/** The reason for disabling the webhook now; null if the webhook stays enabled. */
function disablingOf({ failingSince }: WebhookRow, status: number | null, now: Date): string | null {
  if (status === GONE) return "The receiver answered 410 (gone).";
  const isOver = failingSince !== null && failingSince.getTime() <= now.getTime() - FAILING_WEBHOOK_TTL_MS;
  return isOver ? "All attempts within five days failed." : null;
}

/**
 * Disables the webhook and records the reason in the audit log. Does nothing if a user has rotated, replayed
 * or deleted the webhook since.
 */
async function disable(db: Database, webhook: WebhookRow, disabledReason: string, now: Date): Promise<void> {
  const writer = {
    db,
    now,
    actorId: SERVICE_USER_ID,
    operation: "disableWebhook" as const,
    operationId: newId("op"),
  };
  await commit(writer, {
    asserts: [{ name: "same_version", holds: isWebhook(webhook) }],
    writes: [
      updateWebhook(db, webhook.id, { disabledAt: now, disabledReason }),
      failPending(db, webhook.id, disabledReason, now),
    ],
    audit: { organizationId: webhook.organizationId, targetId: webhook.id },
  }).catch(ignoreConflict);
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof CommitConflict)) throw error;
}
