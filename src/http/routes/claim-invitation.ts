import * as z from "zod";
import { claimInvitation as claim } from "../../services/claim-invitation.ts";
import { defineOperation } from "../operation.ts";
import { claimResult, presentClaim } from "../wire/claim-result.ts";
import { claimToken } from "../wire/claim-token.ts";

/** A link is opened by GET; both redeem. */
function claimOperation(id: string, method: "GET" | "POST", summary: string) {
  return defineOperation({
    id,
    method,
    path: "/v1/claim-token/{token}",
    who: "user",
    access: "Whoever has verified the invited address",
    tag: "collections",
    summary,
    description:
      "For a caller who has verified the invited address, and as far as whoever invited him may still grant. " +
      "Again: the same answer, and no change.",
    changes: true,
    params: z.object({ token: claimToken }),
    data: claimResult,
    async handle(ctx, { params }) {
      const { eventKey, ...claimed } = await claim(ctx, params);
      return { data: presentClaim(claimed), eventKey };
    },
  });
}

export const claimInvitation = claimOperation("claimInvitation", "POST", "Redeem an invitation.");
export const openInvitation = claimOperation("openInvitation", "GET", "Redeem an invitation by opening its link.");
