import { payloadsFor } from "../../domain/webhook-payload.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { faultFields, log } from "../../log.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { idAt } from "../../storage/d1/service/event-listing.ts";
import { insertDeliveries, selectAuditEventsAfter } from "../../storage/d1/webhooks/deliveries.ts";
import { findWithNews, moveReadTo, type WebhookRow } from "../../storage/d1/webhooks/webhooks.ts";
import { MS_PER_MINUTE } from "../../domain/time.ts";

const WEBHOOKS_PER_RUN = 50;
const EVENTS_PER_PAGE = 500;
const PAGES_PER_RUN = 5;
/**
 * Longest delay between the creation of an event's id and its commit, during which events may become visible
 * out of order. Each run rereads events younger than this and deduplicates their deliveries.
 */
const MAX_COMMIT_DELAY_MS = 2 * MS_PER_MINUTE;

/**
 * Reads new audit events for every webhook and enqueues their deliveries. The work per run is bounded, and
 * concurrent runs are safe.
 */
export async function enqueueDeliveries(db: Database, now: Date): Promise<void> {
  const { found } = await db.read({ found: findWithNews(db, WEBHOOKS_PER_RUN) });
  for (const webhook of found) {
    try {
      await readOn(db, webhook, now);
    } catch (error) {
      log("error", "webhook_not_read_on", { webhookId: webhook.id, ...faultFields(error) });
    }
  }
}

async function readOn(db: Database, webhook: WebhookRow, now: Date): Promise<void> {
  const settled = idAt("event", now.getTime() - MAX_COMMIT_DELAY_MS);
  let after = webhook.readTo as Id<"event">;
  for (let page = 0; page < PAGES_PER_RUN; page += 1) {
    const { happenings } = await db.read({
      happenings: selectAuditEventsAfter(db, webhook.organizationId, after, EVENTS_PER_PAGE),
    });
    const told = happenings.flatMap((happening) =>
      payloadsFor(happening)
        .filter(({ event }) => webhook.events.includes(event))
        .map((what) => ({ ...what, id: newId("delivery"), eventId: happening.id, at: happening.at })),
    );
    const isWhole = happenings.length < EVENTS_PER_PAGE;
    after = happenings.at(-1)?.id ?? after;
    const readTo = isWhole || after > settled ? settled : after;
    await db.write([
      ...(told.length === 0 ? [] : [insertDeliveries(db, webhook, told, now)]),
      moveReadTo(db, webhook, readTo),
    ]);
    if (isWhole) return;
  }
}
