import { sql, type SQL } from "drizzle-orm";
import { MAX_DEPTH } from "../../../domain/collection.ts";
import { idsAlong, isWithin, mayOnCollection, mayOnPath } from "../core/access.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database } from "../core/database.ts";
import { collections } from "../schema/collections.ts";

interface Move {
  readonly id: string;
  readonly parentId: string;
}

/** Number of levels below a collection. */
export function measureHeight({ build }: Database, id: string) {
  return build.all<{ readonly height: number }>(sql`SELECT ${heightOf(id)} AS height`);
}

/**
 * Asserts that the move creates no cycle and no path beyond the depth limit, and that the collection still
 * has the parent that the use case read.
 */
export function moveAsserts({ id, parentId }: Move, from: { readonly parentId: string | null }): Assertion[] {
  const path = (of: string) => sql`(SELECT mp.path FROM collections mp WHERE mp.id = ${of})`;
  const parentDepth = sql`(SELECT md.depth FROM collections md WHERE md.id = ${parentId})`;
  return [
    {
      name: "same_place",
      holds: sql`(SELECT mv.parent_id FROM collections mv WHERE mv.id = ${id}) IS ${from.parentId}`,
    },
    { name: "no_circle", holds: sql`NOT ${isWithin(path(parentId), path(id))}` },
    { name: "depth", holds: sql`${parentDepth} + 1 + ${heightOf(id)} <= ${MAX_DEPTH}` },
  ];
}

/**
 * Whether a move by a user with `write` and `share` keeps the same owners. Such a user can lack only `own`.
 * So either the user has `own`, or the same users own the collection at its old and new position. Collections
 * in the subtree inherit these owners, so their own grants only reduce a difference.
 */
export function leavesOwners(mover: SQL, { id, parentId }: Move): SQL<boolean> {
  const newPath = sql`(np.path || om.id || '/')`;
  return sql<boolean>`(${mayOnCollection(mover, sql`${id}`, "own")} OR NOT EXISTS (
    SELECT 1 FROM collections om CROSS JOIN collections np ON np.id = ${parentId} CROSS JOIN ${ownersAlong(sql`np.path`)}
      WHERE om.id = ${id} AND NOT ${mayOnPath(sql`og.user_id`, sql`om.path`, "own")}
    UNION ALL SELECT 1 FROM collections om CROSS JOIN collections np ON np.id = ${parentId} CROSS JOIN ${ownersAlong(sql`om.path`)}
      WHERE om.id = ${id} AND NOT ${mayOnPath(sql`og.user_id`, newPath, "own")}))`;
}

/** `leavesOwners` as a query, for the check before the write. */
export function findLeavesOwners({ build }: Database, mover: SQL, move: Move) {
  return build.all<{ readonly leaves: number }>(sql`SELECT ${leavesOwners(mover, move)} AS leaves`);
}

/**
 * Whether a user with `write` and `share` may move a record from one collection to another without changing
 * its owners. Either the user has `own` on the first collection, or the same users own both.
 */
export function haveSameOwners(mover: SQL, from: string, to: string): SQL<boolean> {
  const differing = (one: string, other: string) => sql`SELECT 1 FROM collections oc
    CROSS JOIN collections tc ON tc.id = ${other} CROSS JOIN ${ownersAlong(sql`tc.path`)}
    WHERE oc.id = ${one} AND NOT ${mayOnPath(sql`og.user_id`, sql`oc.path`, "own")}`;
  return sql<boolean>`(${mayOnCollection(mover, from, "own")}
    OR NOT EXISTS (${differing(from, to)} UNION ALL ${differing(to, from)}))`;
}

/** `haveSameOwners` as a query, for the check before the write. */
export function findHaveSameOwners({ build }: Database, mover: SQL, from: string, to: string) {
  return build.all<{ readonly same: number }>(sql`SELECT ${haveSameOwners(mover, from, to)} AS same`);
}

/**
 * Moves a subtree in one statement. `UPDATE … FROM` reads all paths before it changes a row. Deleted
 * collections move too.
 */
export function moveSubtree({ build }: Database, { id, parentId }: Move, actorId: string, at: Date) {
  return build.run(sql`UPDATE collections SET
      parent_id = CASE collections.id WHEN ${id} THEN ${parentId} ELSE collections.parent_id END,
      path = place.parent_path || substr(collections.path, place.kept_from),
      depth = collections.depth + place.shift,
      version = collections.version + 1, modified_at = ${at.getTime()}, modified_by = ${actorId}
    FROM (SELECT m.path AS old_path, length(m.path) - length(m.id) AS kept_from, p.path AS parent_path, p.depth + 1 - m.depth AS shift
      FROM collections m CROSS JOIN collections p ON p.id = ${parentId} WHERE m.id = ${id}) place
    WHERE ${isWithin(sql`collections.path`, sql`place.old_path`)}`);
}

/** An active collection and its subtree, parents before children. */
export function selectSubtree(db: Database, id: string) {
  const path = sql`(SELECT top.path FROM collections top WHERE top.id = ${id})`;
  return db.build
    .select()
    .from(collections)
    .where(sql`${isWithin(sql`"collections"."path"`, path)} AND ${collections.lifecycleState} = 'active'`)
    .orderBy(collections.path);
}

/** Grants `og` of `own` on the collections along a path. */
function ownersAlong(path: SQL): SQL {
  return sql`${idsAlong(path)} anc CROSS JOIN grants og ON og.collection_id = anc.value AND og.action = 'own'`;
}

function heightOf(id: string) {
  return sql<number>`(SELECT max(below.depth) - top.depth FROM collections top
    CROSS JOIN collections below ON ${isWithin(sql`below.path`, sql`top.path`)} WHERE top.id = ${id})`;
}
