export const EVENT_SORT_FIELDS = ["at"] as const;
export type EventSortField = (typeof EVENT_SORT_FIELDS)[number];

/** Maximum number of audit events that a list counts. */
export const MAX_EVENTS_COUNTED = 10_000;
