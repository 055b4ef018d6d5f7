import { MAX_EVENTS_COUNTED } from "../../domain/event-sort.ts";
import type { Id } from "../../domain/ids.ts";
import { type EventListing, type EventRow, selectEvents } from "../../storage/d1/service/event-listing.ts";
import { actorSql, type Context } from "../context/context.ts";
import { type Counted, countedOf, requireOwner } from "../context/require-owner.ts";

export interface ListOrganizationEventsInput extends EventListing {
  readonly organizationId: Id<"org">;
}

/** Counts at most `MAX_EVENTS_COUNTED` events. */
export interface EventList extends Counted {
  readonly events: readonly EventRow[];
}

/**
 * The audit log of an organization.
 * @throws ServiceError `not_found` when the caller may not read its root, `permission_denied` without `own`
 * there
 */
export async function listOrganizationEvents(ctx: Context, input: ListOrganizationEventsInput): Promise<EventList> {
  const { rows } = await requireOwner(ctx, input.organizationId, selectEvents(ctx.db, actorSql(ctx), input));
  return { ...countedOf(rows.total, MAX_EVENTS_COUNTED), events: rows.events };
}
