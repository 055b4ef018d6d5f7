import { requireAction } from "../../domain/authorized.ts";
import { EVENTS_SEEN } from "../../domain/event-sort.ts";
import type { Id } from "../../domain/ids.ts";
import { findCollectionWith } from "../../storage/d1/collections/collections.ts";
import { type EventListing, type EventRow, listEvents, rootOf } from "../../storage/d1/service/event-listing.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface ListOrganizationEventsInput extends EventListing {
  readonly organizationId: Id<"org">;
}

export interface EventList {
  /** At most `EVENTS_SEEN`. */
  readonly count: number;
  /** More match than were counted. */
  readonly truncated: boolean;
  readonly events: readonly EventRow[];
}

/** The audit log of an organization. @throws ServiceError `not_found` for whoever may not read its root, `permission_denied` without `own` there */
export async function listOrganizationEvents(ctx: Context, input: ListOrganizationEventsInput): Promise<EventList> {
  const { db } = ctx;
  const viewer = actorSql(ctx);
  const root = findCollectionWith(db, viewer, rootOf(input.organizationId));
  const { rows } = await readAsUser(ctx, { root, ...listEvents(db, viewer, input) });
  requireAction(rows.root[0], "own", "organization");
  const found = rows.total[0]?.count ?? 0;
  return { count: Math.min(found, EVENTS_SEEN), truncated: found > EVENTS_SEEN, events: rows.events };
}
