import { notFound, ServiceError } from "../../domain/errors.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import {
  findManagedInvitation,
  isRevocable,
  revokeInvitationRow,
} from "../../storage/d1/sharing/invitations.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { invitationRef } from "./internal/invitation-ref.ts";

/**
 * Revokes an invitation. Its issuer, and all users with `share` on all its collections, may revoke it.
 * Idempotent.
 * @param input `token` is the id or the public token of the invitation
 * @throws ServiceError `not_found`, `failed_precondition` if the invitation was redeemed
 */
export async function revokeInvitation(ctx: Context, input: { token: string }): Promise<void> {
  const { db, now } = ctx;
  const { actor, rows } = await readAsUser(ctx, {
    invitation: findManagedInvitation(db, await invitationRef(input.token), actorSql(ctx)),
  });
  const invitation = rows.invitation[0];
  if (invitation === undefined) throw notFound("invitation");
  const { id, organizationId } = invitation;
  if (invitation.redeemedAt !== null) {
    throw new ServiceError(
      "failed_precondition",
      "The user has redeemed this invitation. Change the user's rights instead.",
    );
  }
  if (invitation.revokedAt !== null) return;
  await commit(actor.writer, {
    asserts: [{ name: "revocable", holds: isRevocable(id, userOf(actor.id)) }],
    writes: [revokeInvitationRow(db, id, now)],
    audit: { organizationId, targetId: id },
  });
}

/**
 * Requires for a repeated request that the caller may still manage the invitation.
 * @throws ServiceError `not_found`
 */
export async function requireManagedInvitation(ctx: Context, input: { token: string }): Promise<void> {
  const invitation = findManagedInvitation(ctx.db, await invitationRef(input.token), actorSql(ctx));
  const { rows } = await readAsUser(ctx, { invitation });
  if (rows.invitation.length === 0) throw notFound("invitation");
}
