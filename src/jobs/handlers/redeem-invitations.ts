import { newId } from "../../domain/ids.ts";
import { commit, type Writer } from "../../storage/d1/core/commit.ts";
import {
  findWaitingInvitation,
  isStillHolder,
  redeemWaiting,
} from "../../storage/d1/sharing/redeem-waiting.ts";
import type { JobContext } from "../job-context.ts";
import { type Job, type JobOf, parseJob } from "../job.ts";

/**
 * Redeems further invitations to an address, starting after the invitation at which the sign-in stopped.
 * Stops if the user no longer has the address.
 */
export async function handleRedeemInvitations(
  { db }: JobContext,
  { kind, userId, invitationId }: JobOf<"redeem_invitations">,
): Promise<Job | null> {
  const now = new Date();
  const { last } = await db.read({ last: findWaitingInvitation(db, userId, invitationId) });
  const after = last[0];
  if (after === undefined) return null;
  const writer: Writer = {
    db,
    now,
    actorId: userId,
    operation: "redeemInvitations",
    operationId: newId("op"),
  };
  const rows = await commit(writer, {
    asserts: isStillHolder(userId, after.email),
    writes: [],
    audit: { organizationId: null, targetId: userId },
    returning: redeemWaiting(writer, { email: after.email, after }),
  });
  const rest = rows.rest[0];
  return rest === undefined ? null : parseJob({ kind, targetId: rest.targetId });
}
