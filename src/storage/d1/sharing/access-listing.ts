import { sql, type SQL } from "drizzle-orm";
import type { Page, SortTerm } from "../../../domain/listing.ts";
import type { CollectionAccessSortField } from "../../../domain/collection-access-sort.ts";
import { idsAlong, isOfOneOrganization } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { isLive, mayManage } from "./invitation-sql.ts";

/** A member of a collection, or an invitation to it. `granted` is a comma-separated list of grants, inherited ones too. */
export interface AccessRow {
  readonly accessType: "member" | "invitation";
  /** The user's, or the invitation's. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly pictureUrl: string;
  readonly granted: string;
  readonly issuedAt: number | null;
  readonly issuerName: string;
  readonly randomBits: string;
  /** 1 when the viewer may manage the invitation: its token is shown to nobody else. */
  readonly manageable: number;
}

const ORDER_OF: Record<CollectionAccessSortField, SQL> = {
  sortableName: sql`name COLLATE NOCASE`,
  email: sql`email`,
  accessType: sql`accessType`,
  tokenIssuedAt: sql`issuedAt`,
};

/** A page of those who have access to a collection or are invited to it, through itself or one above, and how many there are. */
export function listAccess(
  { build }: Database,
  viewer: SQL,
  collectionId: string,
  listing: Page & { readonly sort: readonly SortTerm<CollectionAccessSortField>[] },
  now: Date,
) {
  const along = sql`FROM collections tc CROSS JOIN ${idsAlong(sql`tc.path`)} anc`;
  const isTarget = sql`tc.id = ${collectionId} AND tc.lifecycle_state = 'active'`;
  const memberAddress = sql`iif(max(gr.shows_address) = 1 OR mu.id = ${viewer} OR ${isOfOneOrganization(viewer, sql`mu.id`)}, mu.email, '')`;
  const members = sql`SELECT 'member' AS accessType, mu.id AS id, mu.display_name AS name, ${memberAddress} AS email, mu.picture_url AS pictureUrl,
      group_concat(DISTINCT gr.action) AS granted, NULL AS issuedAt, '' AS issuerName, '' AS randomBits, 0 AS manageable
    ${along} CROSS JOIN grants gr ON gr.collection_id = anc.value
    CROSS JOIN users mu ON mu.id = gr.user_id AND mu.lifecycle_state IN ('active', 'suspended') WHERE ${isTarget} GROUP BY mu.id`;
  // Whoever may not manage an invitation is not told whom it is for.
  const address = sql`CASE WHEN ${mayManage(viewer)} THEN inv.email ELSE '' END`;
  const invited = sql`SELECT 'invitation' AS accessType, inv.id AS id, ${address} AS name, ${address} AS email, '' AS pictureUrl,
      group_concat(DISTINCT ig.action) AS granted, inv.issued_at AS issuedAt, coalesce(iu.display_name, '') AS issuerName,
      inv.random_bits AS randomBits, ${mayManage(viewer)} AS manageable
    ${along} CROSS JOIN invitation_grants ig ON ig.collection_id = anc.value
    CROSS JOIN invitations inv ON inv.id = ig.invitation_id AND ${isLive(now)}
    LEFT JOIN users iu ON iu.id = inv.issued_by WHERE ${isTarget} GROUP BY inv.id`;
  const records = sql`(${members} UNION ALL ${invited})`;
  const terms = listing.sort.map(({ field, descending }) => (descending ? sql`${ORDER_OF[field]} DESC` : ORDER_OF[field]));
  return {
    total: build.all<{ readonly count: number }>(sql`SELECT count(*) AS count FROM ${records}`),
    records: build.all<AccessRow>(
      sql`SELECT * FROM ${records} ORDER BY ${sql.join([...terms, sql`id`], sql`, `)} LIMIT ${listing.limit} OFFSET ${listing.offset}`,
    ),
  };
}
