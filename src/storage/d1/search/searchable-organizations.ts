import { sql, type SQL } from "drizzle-orm";
import { isAliveAsset, listOf, mayOnAsset, mayOnPath } from "../core/access.ts";
import type { Database } from "../core/database.ts";

/** Organizations that one search covers at most. Each organization has its own index. */
export const MAX_ORGANIZATIONS = 30;
/**
 * Individually granted collections that one search covers, per organization: in organizations of the user,
 * and in other organizations.
 */
export const MAX_ROOTS = { own: 1_000, other: 50 } as const;

/**
 * The actor's readable content of an organization: the subtrees of `roots`, a JSON array of collection ids.
 * If the array exceeds the limit by one id, more roots exist.
 */
export interface SearchableOrganization {
  readonly organizationId: string;
  readonly own: number;
  readonly roots: string;
}

/**
 * Organizations in which the actor may read: their own first, then others, oldest first. So shares from newly
 * created organizations come last. One result more than a search covers means that more exist. Each
 * organization costs one index step, independent of the amount of shared content.
 */
export function selectSearchableOrganizations({ build }: Database, actor: SQL) {
  return build.all<SearchableOrganization>(sql`WITH RECURSIVE ${organizationsOf(actor)}
    SELECT found.id AS "organizationId", found.own AS own, ${readableRoots("found")} AS roots
    FROM found ORDER BY found.own DESC, found.id LIMIT ${MAX_ORGANIZATIONS + 1}`);
}

/**
 * The readable roots of an organization, as in `SearchableOrganization`.
 * @param table alias of a table with the columns of `found`
 */
export function readableRoots(table: string): SQL {
  const column = (name: string): SQL => sql`${sql.identifier(table)}.${sql.identifier(name)}`;
  const roots = (
    most: number,
  ): SQL => sql`(SELECT json_group_array(root.id) FROM (SELECT DISTINCT rg.collection_id AS id FROM grants rg
    WHERE rg.user_id = (SELECT id FROM me) AND rg.organization_id = ${column("id")} LIMIT ${most + 1}) root)`;
  return sql`CASE ${column("own")} WHEN 1 THEN ${roots(MAX_ROOTS.own)} ELSE ${roots(MAX_ROOTS.other)} END`;
}

/**
 * Tables for a recursive WITH. `me` has the actor's `id`; `found` has the readable organizations, with `own`
 * for membership.
 */
export function organizationsOf(actor: SQL): SQL {
  const next = (after: SQL): SQL =>
    sql`(SELECT min(og.organization_id) FROM grants og WHERE og.user_id = me.id${after})`;
  return sql`me(id) AS MATERIALIZED (SELECT ${actor}),
      own(id) AS MATERIALIZED (SELECT ms.organization_id FROM me CROSS JOIN memberships ms ON ms.user_id = me.id LIMIT ${MAX_ORGANIZATIONS + 1}),
      walk(id, steps) AS (SELECT ${next(sql``)}, 1 FROM me
        UNION ALL SELECT ${next(sql` AND og.organization_id > walk.id`)}, steps + 1 FROM walk CROSS JOIN me
        WHERE walk.id IS NOT NULL AND steps < ${2 * MAX_ORGANIZATIONS + 2}),
      found(id, own) AS (SELECT id, 1 FROM own
        UNION ALL SELECT id, 0 FROM walk WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM own))`;
}

/** The named collections that the actor may read. */
export function selectReadable({ build }: Database, actor: SQL, collectionIds: readonly string[]) {
  return build.all<{ readonly id: string; readonly organizationId: string }>(sql`
    SELECT top.id AS id, top.organization_id AS "organizationId" FROM ${listOf(collectionIds)} named
    CROSS JOIN collections top ON top.id = named.value AND top.lifecycle_state = 'active'
    WHERE ${mayOnPath(actor, sql`top.path`, "read")}`);
}

/** The named assets that the actor may read. */
export function selectReadableAssets({ build }: Database, actor: SQL, assetIds: readonly string[]) {
  return build.all<{ readonly id: string; readonly organizationId: string }>(sql`
    SELECT a.id AS id, a.organization_id AS "organizationId" FROM ${listOf(assetIds)} named
    CROSS JOIN assets a ON a.id = named.value AND ${isAliveAsset("a")} WHERE ${mayOnAsset(actor, sql`a.id`, "read")}`);
}

/**
 * A search result whose text the actor may read now. `holders` is a JSON array of the paths of readable
 * collections.
 */
export interface FoundAsset {
  readonly id: string;
  readonly displayName: string;
  readonly textVersion: string;
  readonly contentType: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  readonly holders: string;
}

/** The ready assets among the search results, with the actor's current access and the current version. */
export function checkFound({ build }: Database, actor: SQL, assetIds: readonly string[]) {
  return build.all<FoundAsset>(sql`
    SELECT a.id AS id, a.display_name AS "displayName", a.text_version AS "textVersion",
      a.content_type AS "contentType", a.modified_at AS "modifiedAt",
      (SELECT json_group_array(fc.path) FROM asset_collections held JOIN collections fc ON fc.id = held.collection_id
        AND fc.lifecycle_state = 'active' WHERE held.asset_id = a.id AND ${mayOnPath(actor, sql`fc.path`, "read")}) AS holders
    FROM ${listOf(assetIds)} found CROSS JOIN assets a ON a.id = found.value AND a.lifecycle_state = 'ready'`);
}
