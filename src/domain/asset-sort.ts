/** Sort fields of asset lists. */
export const ASSET_SORT_FIELDS = [
  "displayName",
  "createdAt",
  "modifiedAt",
  "filesize",
  "contentType",
] as const;
export type AssetSortField = (typeof ASSET_SORT_FIELDS)[number];

/**
 * Sort fields of recent assets. `recentAt` is the last time at which the user created the asset, added it to
 * a scope, or received a citation of it.
 */
export const RECENT_ASSET_SORT_FIELDS = ["recentAt", ...ASSET_SORT_FIELDS] as const;
export type RecentAssetSortField = (typeof RECENT_ASSET_SORT_FIELDS)[number];
