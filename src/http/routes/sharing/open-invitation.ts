import { claimOperation } from "./claim-invitation.ts";

/** The request of a mail client that opens an invitation link. */
export const openInvitationOperation = claimOperation("openInvitation", "GET", "Redeem an invitation by opening its link.");
