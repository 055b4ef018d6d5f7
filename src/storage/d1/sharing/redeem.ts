import type { Id } from "../../../domain/ids.ts";
import { sql, type SQL } from "drizzle-orm";
import type { Action } from "../../../domain/access.ts";
import { type Claimant, holdsAddress } from "../users/addresses.ts";
import type { Database, Statement } from "../core/database.ts";
import { type ForestPage, selectNamedForest } from "../users/forest.ts";
import { idOfRow } from "../core/id-block.ts";
import {
  holdsOnPath,
  type InvitationRef,
  isInvitation,
  isLive,
  MAY_GRANT_SOMETHING,
  MAY_STILL_GRANT,
} from "./invitation-ref.ts";

/**
 * Redeems the open invitations `inv` that the condition `which` selects. Grants are lost if the inviter may
 * no longer give them. An invitation stays open if the inviter may give none of its grants.
 */
export function redeemInvitationRows(
  { build }: Database,
  which: SQL,
  userId: string,
  at: Date,
): [Statement, Statement] {
  const moment = at.getTime();
  return [
    build.run(sql`INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
      SELECT ${idOfRow("perm", sql`n`)}, ${userId}, collection_id, organization_id, action, ${moment}, issued_by
      FROM (SELECT row_number() OVER () AS n, ig.collection_id, inv.organization_id, ig.action, inv.issued_by
        FROM invitations inv JOIN invitation_grants ig ON ig.invitation_id = inv.id
        WHERE ${which} AND ${isLive(at)} AND ${MAY_STILL_GRANT}) WHERE true
      ON CONFLICT (user_id, collection_id, action) DO NOTHING`),
    build.run(sql`UPDATE invitations AS inv SET redeemed_at = ${moment}, redeemed_by = ${userId}
      WHERE ${which} AND ${isLive(at)} AND ${MAY_GRANT_SOMETHING}`),
  ];
}

export function redeemInvitation(db: Database, id: string, userId: string, at: Date): [Statement, Statement] {
  return redeemInvitationRows(db, sql`inv.id = ${id}`, userId, at);
}

/** Whether the claimant can redeem at least one grant of the invitation now. */
export function isClaimable(ref: InvitationRef, claimant: Claimant, now: Date): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM invitations inv WHERE ${isInvitation(ref)} AND ${isLive(now)}
    AND ${holdsAddress(claimant, sql`inv.email`)} AND ${MAY_GRANT_SOMETHING})`;
}

/** One invited action on one collection. Flags are 0 or 1. */
export interface ClaimedGrant {
  readonly collectionId: string;
  readonly action: Action;
  /** Whether the collection exists. */
  readonly present: number;
  /** Whether the claimant has the action now. */
  readonly held: number;
  /** Whether the inviter may grant the action now. */
  readonly grantable: number;
}

/**
 * The queries for presenting a claim: the invitation for the claimant, its grants, and the trees of the
 * collections that the claimant may read.
 */
export function claimView(db: Database, ref: InvitationRef, claimant: Claimant, now: Date, page: ForestPage) {
  const concerns = sql`${isInvitation(ref)} AND (inv.redeemed_by = ${claimant.id}
    OR (${isLive(now)} AND ${holdsAddress(claimant, sql`inv.email`)}))`;
  return {
    invitation: db.build.all<{ id: Id<"token">; organizationId: Id<"org">; redeemed: number }>(sql`
      SELECT inv.id AS id, inv.organization_id AS organizationId, inv.redeemed_at IS NOT NULL AS redeemed FROM invitations inv WHERE ${concerns}`),
    promises: db.build.all<ClaimedGrant>(sql`
      SELECT ig.collection_id AS collectionId, ig.action AS action, pc.id IS NOT NULL AS present,
        pc.id IS NOT NULL AND ${holdsOnPath(claimant.id, sql`pc.path`, sql`ig.action`)} AS held, ${MAY_STILL_GRANT} AS grantable
      FROM invitations inv JOIN invitation_grants ig ON ig.invitation_id = inv.id
      LEFT JOIN collections pc ON pc.id = ig.collection_id AND pc.lifecycle_state = 'active'
      WHERE ${concerns} ORDER BY ig.collection_id, ig.action`),
    readable: selectNamedForest(db, claimant.id, {
      ...page,
      named: sql`SELECT ig.collection_id FROM invitations inv CROSS JOIN invitation_grants ig ON ig.invitation_id = inv.id WHERE ${concerns}`,
    }),
  };
}
