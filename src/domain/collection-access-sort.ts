/** Sort fields of the list of members of a collection. */
export const COLLECTION_ACCESS_SORT_FIELDS = [
  "sortableName",
  "email",
  "accessType",
  "tokenIssuedAt",
] as const;
export type CollectionAccessSortField = (typeof COLLECTION_ACCESS_SORT_FIELDS)[number];
