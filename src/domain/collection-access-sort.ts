/** What the list of those who have access to a collection may be ordered by. */
export const COLLECTION_ACCESS_SORT_FIELDS = ["sortableName", "email", "accessType", "tokenIssuedAt"] as const;
export type CollectionAccessSortField = (typeof COLLECTION_ACCESS_SORT_FIELDS)[number];
