import { sql, type SQL } from "drizzle-orm";
import type { Action } from "../../../domain/access.ts";
import { idsAlong, listOf } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { users } from "../schema/users.ts";

/** A user's grant on a collection or on one of its ancestors. */
export interface GrantOnPath {
  readonly collectionId: string;
  readonly action: Action;
}

export function findUserState(db: Database, userId: string | SQL) {
  return db.build
    .select({ lifecycleState: users.lifecycleState })
    .from(users)
    .where(sql`${users.id} = ${userId}`);
}

/** All direct and inherited grants of a user on the collection. */
export function findGrantsOnPath({ build }: Database, userId: string, collectionId: string) {
  return build.all<GrantOnPath>(
    sql`SELECT gr.collection_id AS collectionId, gr.action AS action ${grantsAlong(userId, collectionId)}`,
  );
}

/** Whether the user has exactly these grants on the collection. */
export function hasExactlyGrants(
  userId: string,
  collectionId: string,
  held: readonly GrantOnPath[],
): SQL<boolean> {
  const known = held
    .map((grant) => `${grant.collectionId}:${grant.action}`)
    .sort()
    .join(",");
  return sql<boolean>`coalesce((SELECT group_concat(gr.collection_id || ':' || gr.action, ',' ORDER BY gr.collection_id || ':' || gr.action)
    ${grantsAlong(userId, collectionId)}), '') = ${known}`;
}

/** Whether another active user has a direct grant of `own` on the collection. */
export function isOwnedByAnother(collectionId: string, userId: string): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM grants og JOIN users ou ON ou.id = og.user_id AND ou.lifecycle_state = 'active'
    WHERE og.collection_id = ${collectionId} AND og.action = 'own' AND og.user_id <> ${userId})`;
}

/** Returns a row: 1 if another active user has a direct grant of `own` on the collection, otherwise 0. */
export function findIsOwnedByAnother({ build }: Database, collectionId: string, userId: string) {
  return build.all<{ owned: number }>(sql`SELECT ${isOwnedByAnother(collectionId, userId)} AS owned`);
}

/** Deletes a user's direct grants on the collection, except for the actions in `kept`. */
export function deleteGrantsBut(
  { build }: Database,
  userId: string,
  collectionId: string,
  kept: readonly Action[],
): Statement {
  return build.run(sql`DELETE FROM grants WHERE user_id = ${userId} AND collection_id = ${collectionId}
    AND action NOT IN (SELECT value FROM ${listOf(kept)})`);
}

function grantsAlong(userId: string, collectionId: string): SQL {
  return sql`FROM collections hc CROSS JOIN ${idsAlong(sql`hc.path`)} anc
    CROSS JOIN grants gr ON gr.collection_id = anc.value AND gr.user_id = ${userId} WHERE hc.id = ${collectionId}`;
}
