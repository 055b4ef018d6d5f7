/** Sort fields of thread lists. */
export const THREAD_SORT_FIELDS = ["label", "createdAt", "modifiedAt"] as const;
export type ThreadSortField = (typeof THREAD_SORT_FIELDS)[number];

/**
 * Sort fields of recent threads. `recentAt` is the time at which the user last wrote in the thread, or
 * created it.
 */
export const RECENT_THREAD_SORT_FIELDS = ["recentAt", ...THREAD_SORT_FIELDS] as const;
export type RecentThreadSortField = (typeof RECENT_THREAD_SORT_FIELDS)[number];
