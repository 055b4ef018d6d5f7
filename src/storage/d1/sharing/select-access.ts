import { sql, type SQL } from "drizzle-orm";
import type { Page, SortTerm } from "../../../domain/page.ts";
import type { CollectionAccessSortField } from "../../../domain/collection-access-sort.ts";
import { idsAlong, isOfOneOrganization } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { isLive, mayManage } from "./invitation-ref.ts";

/**
 * A member of a collection, or an invitation to it. `granted` is a comma-separated list of direct and
 * inherited grants, with possible duplicates.
 */
export interface AccessRow {
  readonly accessType: "member" | "invitation";
  /** Id of the user or the invitation. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly pictureUrl: string;
  readonly granted: string;
  readonly issuedAt: number | null;
  readonly issuerName: string;
  readonly randomBits: string;
  /** 1 if the viewer may manage the invitation, otherwise 0. Other viewers do not see the token. */
  readonly manageable: number;
}

const ORDER_OF: Record<CollectionAccessSortField, SQL> = {
  sortableName: sql`name COLLATE NOCASE`,
  email: sql`email`,
  accessType: sql`accessType`,
  tokenIssuedAt: sql`issuedAt`,
};

interface AccessListing extends Page {
  readonly collectionId: string;
  readonly sort: readonly SortTerm<CollectionAccessSortField>[];
}

/** The listed collection as `tc`, and the ids along its path as `anc`. */
const ALONG: SQL = sql`collections tc CROSS JOIN ${idsAlong(sql`tc.path`)} anc`;
const isTarget = (collectionId: string): SQL =>
  sql`tc.id = ${collectionId} AND tc.lifecycle_state = 'active'`;
const directed = (value: SQL, descending: boolean): SQL => (descending ? sql`${value} DESC` : value);
/** Orders equal entries by id in the direction of the last term, so one index serves both directions. */
const byId = (sort: AccessListing["sort"], id: SQL): SQL => directed(id, sort.at(-1)?.descending === true);

/** A page of members and invitations of a collection, direct or inherited, and their total number. */
export function selectAccess({ build }: Database, viewer: SQL, listing: AccessListing, now: Date) {
  const { collectionId, sort, limit, offset } = listing;
  const invited = sql`${ALONG} CROSS JOIN invitation_grants ig ON ig.collection_id = anc.value
    CROSS JOIN invitations inv ON inv.id = ig.invitation_id AND ${isLive(now)}`;
  const records = sql`(${membersOf(viewer, listing)} UNION ALL ${invitationsOf(viewer, collectionId, invited)})`;
  const terms = sort.map(({ field, descending }) => directed(ORDER_OF[field], descending));
  return {
    total: build.all<{ readonly count: number }>(sql`SELECT ${countOfMembers(collectionId)}
      + (SELECT count(DISTINCT inv.id) FROM ${invited} WHERE ${isTarget(collectionId)}) AS count`),
    records: build.all<AccessRow>(
      sql`SELECT * FROM ${records} ORDER BY ${sql.join([...terms, byId(sort, sql`id`)], sql`, `)} LIMIT ${limit} OFFSET ${offset}`,
    ),
  };
}

/**
 * A superset of the page's members. Each member of the page is among the first members of every collection
 * that grants them access.
 */
function membersOf(viewer: SQL, listing: AccessListing): SQL {
  const entries = sql`json_each((SELECT json_group_array(json_array(some.user_id, some.actions, some.shows_address))
    FROM (${firstMembers(listing)}) some))`;
  const chosen = sql`SELECT entry.value ->> 0 AS id, group_concat(entry.value ->> 1) AS actions, max(entry.value ->> 2) AS shows_address
    FROM ${ALONG} CROSS JOIN ${entries} entry WHERE ${isTarget(listing.collectionId)} GROUP BY 1`;
  const address = sql`iif(chosen.shows_address = 1 OR mu.id = ${viewer} OR ${isOfOneOrganization(viewer, sql`mu.id`)}, mu.email, '')`;
  return sql`SELECT 'member' AS accessType, mu.id AS id, mu.display_name AS name, ${address} AS email, mu.picture_url AS pictureUrl,
      chosen.actions AS granted, NULL AS issuedAt, '' AS issuerName, '' AS randomBits, 0 AS manageable
    FROM (${chosen}) chosen CROSS JOIN users mu ON mu.id = chosen.id`;
}

/**
 * Members of the collection `anc` that the page may contain. An order by name, or by kind of access and id,
 * reads the first entries of an index. An order by address reads all members, because viewers see only some
 * addresses.
 */
function firstMembers({ sort, limit, offset }: AccessListing): SQL {
  const [term, ...others] = sort.filter(({ field }) => field === "sortableName" || field === "email");
  const count = term?.field === "email" || others.length > 0 ? -1 : limit + offset;
  const name = term === undefined ? [] : [directed(sql`fm.name COLLATE NOCASE`, term.descending)];
  return sql`SELECT fm.user_id, fm.actions, fm.shows_address FROM collection_members fm WHERE fm.collection_id = anc.value AND fm.listed = 1
    ORDER BY ${sql.join([...name, byId(sort, sql`fm.user_id`)], sql`, `)} LIMIT ${count}`;
}

/**
 * Number of distinct members along the path. The query counts the largest collection as a whole, and from the
 * other collections the members that the largest lacks.
 */
function countOfMembers(collectionId: string): SQL {
  const way = sql`SELECT wc.id, wc.member_count FROM ${ALONG} CROSS JOIN collections wc ON wc.id = anc.value WHERE ${isTarget(collectionId)}`;
  return sql`coalesce((SELECT big.member_count + (SELECT count(DISTINCT cm.user_id) FROM (${way}) small
      CROSS JOIN collection_members cm ON cm.collection_id = small.id AND cm.listed = 1 WHERE small.id <> big.id
      AND NOT EXISTS (SELECT 1 FROM collection_members bm WHERE bm.collection_id = big.id AND bm.user_id = cm.user_id))
    FROM (${way} ORDER BY wc.member_count DESC LIMIT 1) big), 0)`;
}

/** Invitations to a collection. Viewers who may not manage an invitation do not see its address. */
function invitationsOf(viewer: SQL, collectionId: string, invited: SQL): SQL {
  const address = sql`CASE WHEN ${mayManage(viewer)} THEN inv.email ELSE '' END`;
  return sql`SELECT 'invitation' AS accessType, inv.id AS id, ${address} AS name, ${address} AS email, '' AS pictureUrl,
      group_concat(DISTINCT ig.action) AS granted, inv.issued_at AS issuedAt, coalesce(iu.display_name, '') AS issuerName,
      inv.random_bits AS randomBits, ${mayManage(viewer)} AS manageable
    FROM ${invited} LEFT JOIN users iu ON iu.id = inv.issued_by WHERE ${isTarget(collectionId)} GROUP BY inv.id`;
}
