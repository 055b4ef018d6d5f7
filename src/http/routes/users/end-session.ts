import * as z from "zod";
import { endSession } from "../../../services/users/end-session.ts";
import { defineOperation } from "../../operation.ts";

export const endSessionOperation = defineOperation({
  id: "endSession",
  method: "DELETE",
  path: "/session",
  audience: "anyone",
  access: "Own session",
  contract: { trips: 3 },
  tag: "users",
  summary: "Sign the browser out.",
  description:
    "Ends the session, closes its sockets and removes the cookie. Without a session it changes nothing.",
  message: ({ changed }) => (changed ? "Signed out." : "There was no session."),
  data: z.object({
    endSessionURL: z
      .string()
      .nullable()
      .meta({ description: "Address at which the issuer ends its own session; null for none." }),
  }),
  async handle(ctx) {
    const endSessionURL = await endSession(ctx);
    return { data: { endSessionURL }, ...(ctx.browser === null ? {} : { session: null }) };
  },
});
