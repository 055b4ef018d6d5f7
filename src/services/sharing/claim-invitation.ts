import { notFound } from "../../domain/errors.ts";
import { isActiveUser, userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import type { ForestRow } from "../../storage/d1/users/forest.ts";
import {
  type ClaimedGrant,
  claimView,
  isClaimable,
  redeemInvitation,
} from "../../storage/d1/sharing/redeem.ts";
import { actorSql, type Context, readAsUser, requireUserPrincipal } from "../context/context.ts";
import { FIRST_PAGE, type Forest, forestOf } from "../users/get-collection-tree.ts";
import { invitationRef } from "./internal/invitation-ref.ts";

/** An invited grant on one collection that the service could not give in full. */
export interface UnsuccessfulGrant {
  readonly collectionId: string;
  readonly failureReason: string;
  /** True if the user received some of its actions. */
  readonly granted: boolean;
}

export interface Claimed {
  readonly collectionIds: readonly string[];
  readonly forest: Forest;
  readonly unsuccessful: readonly UnsuccessfulGrant[];
}

/**
 * Redeems an invitation for a caller with the invited, verified address. Grants only the actions that the
 * inviter may still grant. Idempotent. If the service can grant nothing, the invitation stays open.
 * @param input `token` is the id or the public token of the invitation
 * @throws ServiceError `not_found` for any invitation that the caller cannot redeem
 */
export async function claimInvitation(ctx: Context, input: { token: string }): Promise<Claimed> {
  const { db, now } = ctx;
  const principal = requireUserPrincipal(ctx);
  const ref = await invitationRef(input.token);
  const { actor, rows } = await readAsUser(
    ctx,
    claimView(db, ref, { ...principal, id: actorSql(ctx) }, now, FIRST_PAGE),
  );
  const invitation = rows.invitation[0];
  if (invitation === undefined) throw notFound("invitation");
  const { id, organizationId, redeemed } = invitation;
  const canGrant = rows.promises.some((promise) => promise.grantable === 1);
  if (redeemed === 1 || !canGrant) return claimedOf(rows.promises, rows.readable);
  const claimant = { ...principal, id: userOf(actor.id) };
  const after = await commit(actor.writer, {
    asserts: [
      { name: "claimable", holds: isClaimable({ id }, claimant, now) },
      { name: "user_active", holds: isActiveUser(userOf(actor.id)) },
    ],
    writes: redeemInvitation(db, id, actor.id, now),
    audit: { organizationId, targetId: id },
    returning: claimView(db, { id }, claimant, now, FIRST_PAGE),
  });
  return claimedOf(after.promises, after.readable);
}

function claimedOf(promises: readonly ClaimedGrant[], readable: readonly ForestRow[]): Claimed {
  const byCollection = [...Map.groupBy(promises, (promise) => promise.collectionId)];
  const isComplete = (grants: readonly ClaimedGrant[]): boolean => grants.every((grant) => grant.held === 1);
  return {
    collectionIds: byCollection
      .filter(([, grants]) => isComplete(grants))
      .map(([collectionId]) => collectionId),
    unsuccessful: byCollection
      .filter(([, grants]) => !isComplete(grants))
      .map(([collectionId, grants]) => failureOf(collectionId, grants)),
    forest: forestOf(readable, FIRST_PAGE),
  };
}

function failureOf(collectionId: string, grants: readonly ClaimedGrant[]): UnsuccessfulGrant {
  const lacking = grants.filter((grant) => grant.held === 0).map((grant) => `"${grant.action}"`);
  const isGone = grants.every((grant) => grant.present === 0);
  const failureReason = isGone
    ? "The collection no longer exists."
    : `Not granted: ${lacking.join(", ")}. The inviter may not grant it, or somebody has revoked it since.`;
  return { collectionId, failureReason, granted: lacking.length < grants.length };
}
