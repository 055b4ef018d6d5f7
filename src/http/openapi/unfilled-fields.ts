/** Fields of the contract that no answer ever fills, as nothing tells the service what they ask for. By what has them. */
export const UNFILLED_FIELDS = {
  user: [
    "phoneticName",
    "potentialScore",
    "maintenanceActivities",
    "markedForAbuseAt",
    "markedForAbuseBy",
    "costCenter",
    "department",
    "occupation",
    "title",
  ],
  "user's address": ["countryCode", "extendedAddress", "poBox", "type"],
  asset: ["embeddings", "references"],
  "merge's result": [
    "collectionPaths",
    "teams",
    "references",
    "threads.recent",
    "last_asset_by",
    "last_chat_by",
    "deleted_by",
    "modified_by",
  ],
  frame: ["suggestedModels"],
} as const;

export function describeUnfilled(): string {
  const each = Object.entries(UNFILLED_FIELDS).map(([owner, fields]) => `of a ${owner} ${fields.join(", ")}`);
  return `Never filled, as nothing tells the service what they ask for: ${each.join("; ")}.`;
}
