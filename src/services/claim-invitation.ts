import { sql } from "drizzle-orm";
import { type TreeNode, treeOf, visiblePath } from "../domain/collection.ts";
import { notFound } from "../domain/errors.ts";
import type { CollectionView } from "../storage/d1/collection-store.ts";
import { commit } from "../storage/d1/commit.ts";
import { type ClaimedGrant, claimView, isClaimable, redeemInvitations } from "../storage/d1/redeem-store.ts";
import { actorSql, type Context, readAsUser, requireUserPrincipal } from "./context.ts";
import { invitationRef } from "./invitation-ref.ts";

/** What of an invitation could not be granted on one collection. */
export interface UnsuccessfulGrant {
  readonly collectionId: string;
  readonly failureReason: string;
  /** Whether some of its actions are held. */
  readonly granted: boolean;
}

export interface Claimed {
  readonly collectionIds: readonly string[];
  readonly trees: readonly TreeNode<CollectionView>[];
  readonly unsuccessful: readonly UnsuccessfulGrant[];
}

/**
 * Redeems an invitation for a caller whose verified address it names, as far as its inviter may still grant.
 * Again: the same answer, and no change. While nothing of it can be granted, it goes on waiting.
 * @param input `token` is its id or its public token
 * @throws ServiceError `not_found` for whatever the caller cannot redeem
 */
export async function claimInvitation(ctx: Context, input: { token: string }): Promise<Claimed & { eventKey: string }> {
  const { db, now } = ctx;
  const { email, emailVerified } = requireUserPrincipal(ctx);
  const ref = await invitationRef(input.token);
  const address = emailVerified ? email : null;
  const { actor, rows } = await readAsUser(ctx, claimView(db, ref, { id: actorSql(ctx), address }, now));
  const invitation = rows.invitation[0];
  if (invitation === undefined) throw notFound("invitation");
  const { id, organizationId, redeemed } = invitation;
  const canGrant = rows.promises.some((promise) => promise.grantable === 1);
  if (redeemed === 1 || !canGrant) return { ...claimedOf(rows.promises, rows.readable), eventKey: "" };
  const claimant = { id: sql`${actor.id}`, address };
  const { rows: after, eventKey } = await commit(actor.writer, {
    asserts: [
      { name: "claimable", holds: isClaimable({ id }, claimant, now) },
      { name: "user_active", holds: sql`(SELECT u.lifecycle_state FROM users u WHERE u.id = ${actor.id}) = 'active'` },
    ],
    statements: redeemInvitations(db, sql`inv.id = ${id}`, actor.id, now),
    event: { organizationId, targetId: id },
    reads: claimView(db, { id }, claimant, now),
  });
  return { ...claimedOf(after.promises, after.readable), eventKey };
}

function claimedOf(promises: readonly ClaimedGrant[], readable: readonly CollectionView[]): Claimed {
  const byCollection = [...Map.groupBy(promises, (promise) => promise.collectionId)];
  const isComplete = (grants: readonly ClaimedGrant[]): boolean => grants.every((grant) => grant.held === 1);
  return {
    collectionIds: byCollection.filter(([, grants]) => isComplete(grants)).map(([collectionId]) => collectionId),
    unsuccessful: byCollection.filter(([, grants]) => !isComplete(grants)).map(([collectionId, grants]) => failureOf(collectionId, grants)),
    trees: treeOf(readable).map(withOwnPath),
  };
}

function failureOf(collectionId: string, grants: readonly ClaimedGrant[]): UnsuccessfulGrant {
  const lacking = grants.filter((grant) => grant.held === 0).map((grant) => `"${grant.action}"`);
  const isGone = grants.every((grant) => grant.present === 0);
  const failureReason = isGone
    ? "The collection is no longer there."
    : `Not granted: ${lacking.join(", ")}. Whoever invited you may not grant it, or it has been taken away since.`;
  return { collectionId, failureReason, granted: lacking.length < grants.length };
}

/** A tree's topmost node may lie below others that the caller reads already: its path begins at those. */
function withOwnPath(node: TreeNode<CollectionView>): TreeNode<CollectionView> {
  return { collection: node.collection, visiblePath: visiblePath(node.collection), children: node.children.map(withOwnPath) };
}
