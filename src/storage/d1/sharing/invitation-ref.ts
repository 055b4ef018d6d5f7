import { sql, type SQL } from "drizzle-orm";
import { ACTIONS, actionsGranting } from "../../../domain/access.ts";
import { idsAlong } from "../core/access.ts";

/** Conditions over `invitations inv` and `invitation_grants ig`. `actor` yields a user id. */

/** Identifies the invitation of a claim token, by id or by the hash of its public token. */
export type InvitationRef = { readonly id: string } | { readonly tokenHash: string };

export function isInvitation(ref: InvitationRef): SQL {
  return "id" in ref ? sql`inv.id = ${ref.id}` : sql`inv.token_hash = ${ref.tokenHash}`;
}

/** Whether the invitation is neither redeemed nor revoked nor expired. */
export function isLive(now: Date): SQL {
  return sql`(inv.redeemed_at IS NULL AND inv.revoked_at IS NULL AND inv.expires_at > ${now.getTime()})`;
}

/** Whether the user has an action on the collection at `path`. `action` is SQL that yields the action. */
export function holdsOnPath(actor: SQL, path: SQL, action: SQL): SQL<boolean> {
  const suffices = ACTIONS.map((wanted) => {
    const granting = actionsGranting(wanted).map((each) => `'${each}'`);
    return `WHEN '${wanted}' THEN gr.action IN (${granting.join(", ")})`;
  });
  return sql<boolean>`EXISTS (SELECT 1 FROM ${idsAlong(path)} anc CROSS JOIN grants gr ON gr.collection_id = anc.value
    AND gr.user_id = ${actor} AND CASE ${action} ${sql.raw(suffices.join(" "))} END)`;
}

/** Whether the inviter may now give the grant `ig`. Nobody can grant an action that they lack. */
export const MAY_STILL_GRANT: SQL<boolean> = sql`EXISTS (SELECT 1 FROM collections gc JOIN users iu ON iu.id = inv.issued_by
  AND iu.lifecycle_state = 'active' WHERE gc.id = ig.collection_id AND gc.lifecycle_state = 'active'
  AND ${holdsOnPath(sql`inv.issued_by`, sql`gc.path`, sql`'share'`)} AND ${holdsOnPath(sql`inv.issued_by`, sql`gc.path`, sql`ig.action`)})`;

/** Whether the inviter may now give at least one grant of the invitation. */
export const MAY_GRANT_SOMETHING: SQL<boolean> = sql`EXISTS (SELECT 1 FROM invitation_grants ig WHERE ig.invitation_id = inv.id
  AND ${MAY_STILL_GRANT})`;

/** Whether the user issued the invitation, or has `share` on all its remaining collections. */
export function mayManage(actor: SQL): SQL<boolean> {
  const shares = holdsOnPath(actor, sql`mc.path`, sql`'share'`);
  const collectionsLeft = sql`FROM invitation_grants mg JOIN collections mc ON mc.id = mg.collection_id AND mc.lifecycle_state = 'active'
    WHERE mg.invitation_id = inv.id`;
  return sql<boolean>`(inv.issued_by = ${actor} OR (EXISTS (SELECT 1 ${collectionsLeft})
    AND NOT EXISTS (SELECT 1 ${collectionsLeft} AND NOT ${shares})))`;
}

/** The invited grants as one text, equal for equal sets of grants. See `grantsKey`. */
export const GRANTS_KEY: SQL<string> = sql`(SELECT group_concat(pg.collection_id || ':' || pg.action, ',' ORDER BY pg.collection_id || ':' || pg.action)
  FROM invitation_grants pg WHERE pg.invitation_id = inv.id)`;

export function grantsKey(collectionIds: readonly string[], actions: readonly string[]): string {
  return collectionIds
    .flatMap((collectionId) => actions.map((action) => `${collectionId}:${action}`))
    .sort()
    .join(",");
}
