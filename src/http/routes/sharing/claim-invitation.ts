import type { OperationId } from "../../../domain/operation-ids.ts";
import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { claimInvitation } from "../../../services/sharing/claim-invitation.ts";
import { defineOperation } from "../../operation.ts";
import { claimResult, claimToken, presentClaimResult } from "../../wire/sharing/claim-result.ts";

/** The page that shows the invitation and redeems it by a button. */
function invitationPage(parameter: (name: string) => string): string {
  return `/i#${encodeURIComponent(parameter("token"))}`;
}

/** Defines the operation that redeems an invitation. Links use GET, and both methods redeem. */
export function claimOperation(id: OperationId, method: "GET" | "POST", summary: string) {
  return defineOperation({
    id,
    method,
    path: "/v1/claim-token/{token}",
    audience: "user",
    // A link that somebody sends must not act by the cookie of the person who opens it.
    ...(method === "GET" ? { acceptsSessions: false, linkedPage: invitationPage } : {}),
    access: "A user with the verified invited address",
    contract: { reader: "not_found" },
    tag: "collections",
    summary,
    description:
      "For a user with the verified invited address. Grants only the actions that the inviter may still grant. " +
      "A repeated call returns the same result and changes nothing." +
      (method === "GET"
        ? " A browser without a token in its request goes to the console's page, which asks before it redeems."
        : ""),
    changes: true,
    params: z.object({ token: claimToken }),
    message: ({ data }) => `${countOf(data.successfulGrants.length, "grant")} redeemed.`,
    data: claimResult,
    async handle(ctx, { params }) {
      return { data: presentClaimResult(await claimInvitation(ctx, params)) };
    },
  });
}

export const claimInvitationOperation = claimOperation("claimInvitation", "POST", "Redeem an invitation.");
