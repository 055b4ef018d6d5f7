import { MAX_EVENTS_COUNTED } from "../../domain/event-sort.ts";
import type { Id } from "../../domain/ids.ts";
import { type EventListing, type EventRow, selectEvents } from "../../storage/d1/service/event-listing.ts";
import { actorSql, type Context } from "../context/context.ts";
import { type Counted, countedOf, requireOwner } from "../context/require-owner.ts";

export interface ListOrganizationEventsInput extends EventListing {
  readonly organizationId: Id<"org">;
}

/** List of audit events. `count` is at most `MAX_EVENTS_COUNTED`. */
export interface EventList extends Counted {
  readonly events: readonly EventRow[];
}

/**
 * Lists the audit events of an organization.
 * @throws ServiceError `not_found` if the caller may not read the organization's root, `permission_denied`
 * without `own` on it
 */
export async function listOrganizationEvents(
  ctx: Context,
  input: ListOrganizationEventsInput,
): Promise<EventList> {
  const { rows } = await requireOwner(ctx, input.organizationId, selectEvents(ctx.db, actorSql(ctx), input));
  return { ...countedOf(rows.total, MAX_EVENTS_COUNTED), events: rows.events };
}
