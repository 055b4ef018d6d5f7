interface Unfilled {
  /** What has the fields. */
  readonly of: string;
  readonly fields: readonly string[];
  readonly why: string;
}

/** Fields of the contract that no answer and no frame ever fills. */
export const UNFILLED_FIELDS: readonly Unfilled[] = [
  { of: "a user", fields: ["phoneticName", "costCenter", "department", "occupation", "title"], why: "no sign-in says them" },
  {
    of: "a user",
    fields: ["potentialScore", "maintenanceActivities", "markedForAbuseAt", "markedForAbuseBy"],
    why: "nobody is scored, maintained by hand or marked",
  },
  {
    of: "a user's address",
    fields: ["countryCode", "extendedAddress", "poBox", "type"],
    why: "the claim `address` of OIDC has no such parts",
  },
  { of: "an asset", fields: ["references"], why: "no vendor is called" },
  { of: "a record's metadata", fields: ["deletedAt", "deletedBy"], why: "a deleted record is not shown" },
  {
    of: "a merge's result",
    fields: ["collectionPaths", "teams", "references"],
    why: "a merge moves no collection; there are no teams and no vendors",
  },
  { of: "a merge's result", fields: ["last_asset_by", "last_chat_by", "deleted_by", "modified_by"], why: "they are not kept" },
];

export function describeUnfilled(): string {
  const each = UNFILLED_FIELDS.map(({ of, fields, why }) => `of ${of} ${fields.join(", ")} (${why})`);
  return `Never filled: ${each.join("; ")}.`;
}
