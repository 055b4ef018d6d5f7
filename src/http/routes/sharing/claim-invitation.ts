import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { claimInvitation as claim } from "../../../services/sharing/claim-invitation.ts";
import { defineOperation } from "../../operation.ts";
import { claimResult, claimToken, presentClaim } from "../../wire/sharing/claim-result.ts";

/** A link is opened by GET; both redeem. */
export function claimOperation(id: string, method: "GET" | "POST", summary: string) {
  return defineOperation({
    id,
    method,
    path: "/v1/claim-token/{token}",
    who: "user",
    access: "Anyone who has verified the invited address",
    contract: { reader: "not_found" },
    tag: "collections",
    summary,
    description:
      "For a caller who has verified the invited address, and as far as the inviter may still grant. " +
      "Again: the same answer, and no change.",
    changes: true,
    params: z.object({ token: claimToken }),
    message: ({ data }) => `${countOf(data.successfulGrants.length, "grant")} redeemed.`,
    data: claimResult,
    async handle(ctx, { params }) {
      return { data: presentClaim(await claim(ctx, params)) };
    },
  });
}

export const claimInvitation = claimOperation("claimInvitation", "POST", "Redeem an invitation.");
