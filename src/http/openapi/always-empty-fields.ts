interface Unfilled {
  /** Name of the record that has the fields. */
  readonly of: string;
  readonly fields: readonly string[];
  readonly why: string;
}

/** Fields of the contract that stay empty in every response and frame. */
export const ALWAYS_EMPTY_FIELDS: readonly Unfilled[] = [
  {
    of: "a user",
    fields: ["phoneticName", "costCenter", "department", "occupation", "title"],
    why: "sign-ins do not supply them",
  },
  {
    of: "a user",
    fields: ["potentialScore", "maintenanceActivities", "markedForAbuseAt", "markedForAbuseBy"],
    why: "the service has no scores and no abuse marks",
  },
  {
    of: "a user's address",
    fields: ["countryCode", "extendedAddress", "poBox", "type"],
    why: "the claim `address` of OIDC has no such parts",
  },
  { of: "an asset", fields: ["references"], why: "the service calls no vendor" },
  {
    of: "a record's metadata",
    fields: ["deletedAt", "deletedBy"],
    why: "records of deleted items stay hidden",
  },
  {
    of: "a merge's result",
    fields: ["collectionPaths", "teams", "references"],
    why: "a merge moves no collection; there are no teams and no vendors",
  },
  {
    of: "a merge's result",
    fields: ["last_asset_by", "last_chat_by", "deleted_by", "modified_by"],
    why: "the service does not record them",
  },
];

export function describeAlwaysEmpty(): string {
  const each = ALWAYS_EMPTY_FIELDS.map(({ of, fields, why }) => `of ${of} ${fields.join(", ")} (${why})`);
  return `Never filled: ${each.join("; ")}.`;
}
