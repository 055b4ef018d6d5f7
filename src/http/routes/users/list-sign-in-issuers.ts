import * as z from "zod";
import { listSignInIssuers } from "../../../services/users/list-sign-in-issuers.ts";
import { defineOperation } from "../../operation.ts";

export const listSignInIssuersOperation = defineOperation({
  id: "listSignInIssuers",
  method: "GET",
  path: "/session/issuers",
  audience: "anyone",
  acceptsSessions: false,
  access: "Anyone",
  tag: "users",
  summary: "The ways to sign a browser in.",
  description:
    "For one issuer the page goes straight to `/session/start`; for several it shows a button for each. " +
    "With `oneTimeLinks`, `npm run link` on the service's machine prints a link.",
  message: "Ways to sign in.",
  data: z.object({
    issuers: z
      .array(
        z.object({
          issuer: z.string().meta({ description: "The parameter `issuer` of `/session/start`." }),
          label: z.string().meta({ description: "Text of the button." }),
        }),
      )
      .meta({ description: "The issuers at which browsers sign in." }),
    oneTimeLinks: z.boolean().meta({ description: "Whether one-time links sign browsers in." }),
  }),
  async handle(ctx) {
    return { data: listSignInIssuers(ctx) };
  },
});
