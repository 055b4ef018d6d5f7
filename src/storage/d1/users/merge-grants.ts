import { sql } from "drizzle-orm";
import { ACTIONS, type Action, actionsGranting } from "../../../domain/access.ts";
import type { Database } from "../core/database.ts";

interface Accounts {
  readonly oldUserId: string;
  readonly newUserId: string;
}

export interface DroppedGrant {
  readonly action: Action;
  readonly collectionId: string;
  readonly userId: string;
}

export interface MovedGrant extends DroppedGrant {
  readonly createdBy: string;
}

/** `own>read`: anyone who holds the first needs no grant of the second on the same collection. */
const INCLUSIONS = sql.raw(ACTIONS.flatMap((weak) => actionsGranting(weak).map((strong) => `'${strong}>${weak}'`)).join(", "));

/**
 * Drops what the other account's grant on the same collection includes: of two equal ones the old user's.
 * What one account held twice over by itself stays as it was.
 */
export function droppedGrants({ build }: Database, { oldUserId, newUserId }: Accounts) {
  const included = (weak: string, strong: string) => sql`SELECT weak.id FROM grants weak
    CROSS JOIN grants strong ON strong.user_id = ${strong} AND strong.collection_id = weak.collection_id
    WHERE weak.user_id = ${weak} AND strong.action || '>' || weak.action IN (${INCLUSIONS})`;
  return build.all<DroppedGrant>(sql`DELETE FROM grants WHERE id IN (${included(oldUserId, newUserId)}
    UNION ${included(newUserId, oldUserId)} AND strong.action <> weak.action)
    RETURNING action, collection_id AS "collectionId", user_id AS "userId"`);
}

/** Gives the new user what the old one held, and puts them for the old one where that one granted. Relies on `droppedGrants` before it. */
export function movedGrants({ build }: Database, { oldUserId, newUserId }: Accounts) {
  return build.all<MovedGrant>(sql`UPDATE grants SET user_id = iif(user_id = ${oldUserId}, ${newUserId}, user_id),
    created_by = iif(created_by = ${oldUserId}, ${newUserId}, created_by)
    WHERE id IN (SELECT id FROM grants WHERE user_id = ${oldUserId} UNION SELECT id FROM grants WHERE created_by = ${oldUserId})
    RETURNING action, collection_id AS "collectionId", user_id AS "userId", created_by AS "createdBy"`);
}
