import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { EVENT_SORT_FIELDS, MAX_EVENTS_COUNTED } from "../../../domain/event-sort.ts";
import { parseAnyId } from "../../../domain/ids.ts";
import type { EventRow } from "../../../storage/d1/service/event-listing.ts";
import { listOrganizationEvents } from "../../../services/service/list-organization-events.ts";
import { defineOperation } from "../../operation.ts";
import { idParam, idString } from "../../wire/identifier.ts";
import { listingQuery, pagination, presentPagination } from "../../wire/pagination.ts";
import { requestTime, timestamp } from "../../wire/values.ts";

const event = z.object({
  eventKey: idString("event"),
  at: timestamp,
  actorId: idString("user"),
  actorDisplayName: z.string(),
  apiKeyId: idString("key").nullable().meta({ description: "The API key of the actor." }),
  apiKeyName: z.string().nullable().meta({ description: "null for a deleted key, too." }),
  operation: z.string().meta({ description: "The operation's id in this document." }),
  operationId: idString("op"),
  targetId: z.string().meta({ description: "The changed record: an identifier of any kind." }),
  changes: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.null()])).meta({
    description: "The change: identifiers, actions and field names. Empty if operation and target suffice.",
  }),
  units: z.int().min(0),
});

export const listOrganizationEventsOperation = defineOperation({
  id: "listOrganizationEvents",
  method: "GET",
  path: "/v1/organizations/{organizationId}/events",
  audience: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "The audit log of an organization, page by page.",
  description:
    "Each change writes one row in its own batch. Newest first unless `sort` is `at`. The count " +
    `covers at most ${MAX_EVENTS_COUNTED.toLocaleString("en")} rows; \`from\` and \`to\` reach the others.`,
  params: z.object({ organizationId: idParam("org") }),
  query: z.object({
    ...listingQuery(EVENT_SORT_FIELDS),
    actorId: idParam("user").optional(),
    apiKeyId: idParam("key").optional(),
    targetId: z
      .string()
      .refine((value) => parseAnyId(value) !== null, "must be an identifier")
      .optional(),
    operation: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "An operation's id in this document." }),
    from: requestTime.optional().meta({ description: "Start time, inclusive." }),
    to: requestTime.optional().meta({ description: "End time, exclusive." }),
  }),
  message: ({ data }) => `${countOf(data.pagination.count, "event")} found.`,
  data: z.object({
    pagination,
    records: z.array(event),
    truncated: z.boolean().meta({ description: "true if more records match than the count covers." }),
  }),
  async handle(ctx, { params, query }) {
    const { limit, offset, sort, apiKeyId: keyId, ...filters } = query;
    const newestFirst = sort[0]?.descending ?? true;
    const { count, truncated, events } = await listOrganizationEvents(ctx, {
      organizationId: params.organizationId,
      limit,
      offset,
      newestFirst,
      keyId,
      ...filters,
    });
    const ids = events.map(({ id }) => id);
    return {
      data: {
        pagination: presentPagination({ limit, offset }, count, ids),
        records: events.map(presentEvent),
        truncated,
      },
    };
  },
});

function presentEvent({
  id,
  at,
  actorName,
  keyId,
  keyName,
  changes,
  ...rest
}: EventRow): z.input<typeof event> {
  return {
    ...rest,
    eventKey: id,
    at: new Date(at).toISOString(),
    actorDisplayName: actorName,
    apiKeyId: keyId,
    apiKeyName: keyName,
    changes: parsedChanges.parse(JSON.parse(changes)),
  };
}

const parsedChanges = event.shape.changes;
