/** What lists of assets may be ordered by. */
export const ASSET_SORT_FIELDS = ["displayName", "createdAt", "modifiedAt", "filesize", "contentType"] as const;
export type AssetSortField = (typeof ASSET_SORT_FIELDS)[number];

/** `recentAt`: when the user last made, scoped or was given a citation of the asset. */
export const RECENT_ASSET_SORT_FIELDS = ["recentAt", ...ASSET_SORT_FIELDS] as const;
export type RecentAssetSortField = (typeof RECENT_ASSET_SORT_FIELDS)[number];
