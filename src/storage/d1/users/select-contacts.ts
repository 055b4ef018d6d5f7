import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { idsAlong, isOfOneOrganization, isWithin } from "../core/access.ts";
import type { Database } from "../core/database.ts";

/** A user with whom the viewer may share. `email` is "" if the viewer may not see the address. */
export interface ContactRow {
  readonly id: Id<"user">;
  readonly displayName: string;
  readonly pictureUrl: string;
  readonly email: string;
}

/** Grants of the viewer to examine, oldest first. */
const GRANTS_EXAMINED = 100;
/** Collections whose members the search examines. */
export const COLLECTIONS_EXAMINED = 1_000;

/** `users` is a JSON list of `ContactRow`. `collections` counts the collections that the viewer may list. */
interface Contacts {
  readonly users: string;
  readonly collections: number;
}

/**
 * Active users whose names begin with `prefix`, by name. The search covers the users whom the viewer may list
 * with `listCollectionAccess`: direct and inherited members of the collections on which the viewer has
 * `share`. ASCII letters match in upper and lower case.
 */
export function selectContacts({ build }: Database, viewer: SQL, prefix: string, limit: number) {
  const entries = sql`json_each((SELECT json_group_array(json_array(first.user_id, first.shows_address)) FROM (${firstMembers(viewer, prefix, limit)}) first))`;
  const address = sql`iif(found.shows_address = 1 OR ${isOfOneOrganization(viewer, sql`cu.id`)}, cu.email, '')`;
  return build.all<Contacts>(sql`WITH places AS MATERIALIZED (${sharedPlaces(viewer)})
    SELECT (SELECT count(*) FROM places) AS collections, (SELECT json_group_array(json_object('id', id, 'displayName', name, 'pictureUrl', picture, 'email', email))
      FROM (SELECT cu.id AS id, cu.display_name AS name, cu.picture_url AS picture, ${address} AS email
        FROM (SELECT entry.value ->> 0 AS id, max(entry.value ->> 1) AS shows_address
          FROM (SELECT id FROM places LIMIT ${COLLECTIONS_EXAMINED}) place CROSS JOIN ${entries} entry GROUP BY 1) found
        CROSS JOIN users cu ON cu.id = found.id ORDER BY cu.display_name COLLATE NOCASE, cu.id LIMIT ${limit})) AS users`);
}

/**
 * The first matching members of the collection `place`. Each user of the result is among the first members of
 * every collection that has them as a member.
 */
function firstMembers(viewer: SQL, prefix: string, limit: number): SQL {
  return sql`SELECT fm.user_id, fm.shows_address FROM collection_members fm CROSS JOIN users fu ON fu.id = fm.user_id AND fu.lifecycle_state = 'active'
    WHERE fm.collection_id = place.id AND fm.listed = 1 AND fm.user_id IS NOT ${viewer}
      AND fm.name COLLATE NOCASE >= ${prefix} AND fm.name COLLATE NOCASE < ${prefix} || char(1114111)
    ORDER BY fm.name COLLATE NOCASE, fm.user_id LIMIT ${limit}`;
}

/** The collections with members that the viewer may list, each once. */
function sharedPlaces(viewer: SQL): SQL {
  const held = sql`(SELECT sg.collection_id FROM grants sg WHERE sg.user_id = ${viewer} AND +sg.action IN ('share', 'own') ORDER BY sg.id LIMIT ${GRANTS_EXAMINED})`;
  const top = sql`${held} mine CROSS JOIN collections top ON top.id = mine.collection_id AND top.lifecycle_state = 'active'`;
  return sql`SELECT below.id AS id FROM ${top} CROSS JOIN collections below INDEXED BY collections_with_members
      ON ${isWithin(sql`below.path`, sql`top.path`)} AND below.member_count > 0 AND below.lifecycle_state = 'active'
    UNION SELECT anc.value FROM ${top} CROSS JOIN ${idsAlong(sql`top.path`)} anc LIMIT ${COLLECTIONS_EXAMINED + 1}`;
}
