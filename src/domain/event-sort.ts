export const EVENT_SORT_FIELDS = ["at"] as const;
export type EventSortField = (typeof EVENT_SORT_FIELDS)[number];

/** So many events of the audit log are counted at most. */
export const EVENTS_SEEN = 10_000;
