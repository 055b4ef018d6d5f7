import * as z from "zod";
import { signInOnce } from "../../../services/users/sign-in-once.ts";
import { defineOperation } from "../../operation.ts";
import { text } from "../../wire/fields.ts";
import { presentSignedIn, signedIn } from "../../wire/users/signed-in.ts";

export const signInOnceOperation = defineOperation({
  id: "signInOnce",
  method: "POST",
  path: "/session/once",
  audience: "anyone",
  acceptsSessions: false,
  access: "Anyone with an unused link of this machine",
  contract: { trips: 2 },
  tag: "users",
  summary: "Sign a browser in with a one-time link.",
  description:
    "`npm start` and `npm run link` print links. A link works once, within 15 minutes. The response sets the " +
    "session cookie and ends the browser's earlier session. Only the service's own pages may send it, with " +
    "`x-knowledge-session: 1`. A used link is `failed_precondition`, an expired or unknown one `not_found`. " +
    "A production environment makes no links: `permission_denied`.",
  body: z.object({ once: text(1, 100) }),
  example: { once: "Zm9yIG9uZSB1c2Ugb25seQ" },
  message: "Signed in.",
  data: signedIn,
  async handle(ctx, { body }) {
    const { secret, principal, userId } = await signInOnce(ctx, body);
    return { data: presentSignedIn(principal, userId), session: secret };
  },
});
