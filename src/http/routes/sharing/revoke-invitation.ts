import * as z from "zod";
import { requireManagedInvitation, revokeInvitation } from "../../../services/sharing/revoke-invitation.ts";
import { defineOperation } from "../../operation.ts";
import { claimToken } from "../../wire/sharing/claim-result.ts";

const data = { message: "The invitation is revoked." };

export const revokeInvitationOperation = defineOperation({
  id: "revokeInvitation",
  method: "DELETE",
  path: "/v1/claim-token/{token}",
  audience: "user",
  access: "Its issuer, or `share` on all its collections",
  contract: { reader: "not_found" },
  tag: "collections",
  summary: "Revoke an open invitation.",
  description: "For its issuer, and for users with `share` on all its collections.",
  params: z.object({ token: claimToken }),
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { params }) {
    await revokeInvitation(ctx, params);
    return { data };
  },
  async replay(ctx, { params }) {
    await requireManagedInvitation(ctx, params);
    return { data };
  },
});
