import { sql, type SQL } from "drizzle-orm";
import { isAliveAsset, listOf } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import {
  MAX_ORGANIZATIONS,
  organizationsOf,
  readableRoots,
  type SearchableOrganization,
} from "./searchable-organizations.ts";

/** Properties of the documents to search. An empty list and null match every document. */
export interface DocumentFilter {
  readonly contentTypes: readonly string[];
  readonly modifiedFrom: Date | null;
  /** The first moment after the period. */
  readonly modifiedBefore: Date | null;
}

/**
 * Documents of an organization that a filter may list. If more documents match, the search filters the
 * results of the index instead.
 */
export const LISTED_DOCUMENTS = { own: 5_000, other: 500 } as const;

/**
 * `assetIds` is a JSON array of the matching assets, with possible duplicates, and with one entry more than
 * the limit if further assets match. `isComplete` is 0 while a job still completes a list of documents.
 */
export interface MatchingAssets {
  readonly organizationId: string;
  readonly assetIds: string;
  readonly isComplete: 0 | 1;
}

/** The organizations of `selectSearchableOrganizations`, with the matching documents of each. */
export function selectMatchingEverywhere({ build }: Database, actor: SQL, filter: DocumentFilter) {
  const roots = sql`json_each(place.roots) root CROSS JOIN collections top ON top.id = root.value`;
  const matching = (most: number): SQL =>
    sql`(SELECT json_group_array(id) FROM (${assetsBelow(roots, filter)} LIMIT ${most + 1}))`;
  return build.all<SearchableOrganization & MatchingAssets>(sql`WITH RECURSIVE ${organizationsOf(actor)},
      first AS MATERIALIZED (SELECT found.id, found.own FROM found ORDER BY found.own DESC, found.id LIMIT ${MAX_ORGANIZATIONS + 1}),
      place AS MATERIALIZED (SELECT first.id, first.own, ${readableRoots("first")} AS roots FROM first)
    SELECT place.id AS "organizationId", place.own AS own, place.roots AS roots,
      CASE place.own WHEN 1 THEN ${matching(LISTED_DOCUMENTS.own)} ELSE ${matching(LISTED_DOCUMENTS.other)} END AS "assetIds",
      NOT EXISTS (SELECT 1 FROM ${roots} AND top.subtree_listed_to IS NOT NULL) AS "isComplete"
    FROM place ORDER BY place.own DESC, place.id`);
}

/** The matching documents among the named collections and assets, per organization. */
export function selectMatchingNamed(
  { build }: Database,
  named: { readonly collectionIds: readonly string[]; readonly assetIds: readonly string[] },
  filter: DocumentFilter,
) {
  const roots = sql`${listOf(named.collectionIds)} root CROSS JOIN collections top ON top.id = root.value`;
  const own = sql`SELECT na.id FROM ${listOf(named.assetIds)} one CROSS JOIN assets na ON na.id = one.value AND ${isAliveAsset("na")}
    WHERE ${isType(filter, sql`na.content_type`)}${isWithinPeriod(filter, sql`na.modified_at`)}`;
  return build.all<MatchingAssets>(sql`SELECT ma.organization_id AS "organizationId", json_group_array(ma.id) AS "assetIds",
      NOT EXISTS (SELECT 1 FROM ${roots} AND top.subtree_listed_to IS NOT NULL) AS "isComplete"
    FROM (SELECT id FROM (${assetsBelow(roots, filter)} LIMIT ${LISTED_DOCUMENTS.own + 1}) UNION ALL ${own}) found
    CROSS JOIN assets ma ON ma.id = found.id GROUP BY ma.organization_id`);
}

/**
 * The assets in the subtrees of the collections `top` that match. An index of the subtree lists serves each
 * filter, so the query reads only matching rows.
 * @param roots FROM clause that yields `top`
 */
function assetsBelow(roots: SQL, filter: DocumentFilter): SQL {
  const isByType = filter.contentTypes.length > 0;
  const index = sql.raw(isByType ? "subtree_assets_by_type_change" : "subtree_assets_by_change");
  const types = isByType ? sql`CROSS JOIN ${listOf(filter.contentTypes)} wanted` : sql``;
  const type = isByType ? sql` AND sa.content_type = wanted.value` : sql``;
  return sql`SELECT sa.asset_id AS id FROM ${roots} ${types} CROSS JOIN subtree_assets sa INDEXED BY ${index}
    ON sa.collection_id = top.id${type}${isWithinPeriod(filter, sql`sa.asset_modified_at`)}`;
}

function isType({ contentTypes }: DocumentFilter, type: SQL): SQL {
  return contentTypes.length === 0 ? sql`true` : sql`${type} IN (SELECT value FROM ${listOf(contentTypes)})`;
}

function isWithinPeriod({ modifiedFrom, modifiedBefore }: DocumentFilter, at: SQL): SQL {
  const from = modifiedFrom === null ? sql`` : sql` AND ${at} >= ${modifiedFrom.getTime()}`;
  return modifiedBefore === null ? from : sql`${from} AND ${at} < ${modifiedBefore.getTime()}`;
}
