import { type SQL, sql } from "drizzle-orm";
import { ACTIONS, actionsGranting } from "../../../domain/access.ts";
import type { Database, Statement } from "../core/database.ts";

interface Accounts {
  readonly oldUserId: string;
  readonly newUserId: string;
}

/** Pairs such as `own>read`: a grant of the first action includes the second one on the same collection. */
const INCLUSIONS = sql.raw(
  ACTIONS.flatMap((weak) => actionsGranting(weak).map((strong) => `'${strong}>${weak}'`)).join(", "),
);

/**
 * Grants that the other account's grant on the same collection includes. If both accounts have the same
 * grant, selects the old user's. Redundant grants within one account stay.
 */
export function droppedGrantIds({ oldUserId, newUserId }: Accounts): SQL {
  const included = (weak: string, strong: string) => sql`SELECT weak.id FROM grants weak
    CROSS JOIN grants strong ON strong.user_id = ${strong} AND strong.collection_id = weak.collection_id
    WHERE weak.user_id = ${weak} AND strong.action || '>' || weak.action IN (${INCLUSIONS})`;
  return sql`${included(oldUserId, newUserId)} UNION ${included(newUserId, oldUserId)} AND strong.action <> weak.action`;
}

export function droppedGrants({ build }: Database, accounts: Accounts): Statement {
  return build.run(sql`DELETE FROM grants WHERE id IN (${droppedGrantIds(accounts)})`);
}

/**
 * Moves the old user's grants to the new user, and replaces the old user as the granting user. Run
 * `droppedGrants` before it.
 */
export function movedGrants({ build }: Database, { oldUserId, newUserId }: Accounts): Statement {
  return build.run(sql`UPDATE grants SET user_id = iif(user_id = ${oldUserId}, ${newUserId}, user_id),
    created_by = iif(created_by = ${oldUserId}, ${newUserId}, created_by)
    WHERE id IN (SELECT id FROM grants WHERE user_id = ${oldUserId} UNION SELECT id FROM grants WHERE created_by = ${oldUserId})`);
}
