import { claimOperation } from "./claim-invitation.ts";

/** What a mail client does with the link of an invitation. */
export const openInvitation = claimOperation("openInvitation", "GET", "Redeem an invitation by opening its link.");
