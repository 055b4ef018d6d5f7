import { claimOperation } from "./claim-invitation.ts";

/** The request that opening an invitation link sends. */
export const openInvitationOperation = claimOperation(
  "openInvitation",
  "GET",
  "Redeem an invitation by opening its link.",
);
