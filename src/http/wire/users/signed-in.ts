import * as z from "zod";
import type { Id } from "../../../domain/ids.ts";
import type { UserPrincipal } from "../../../domain/principal.ts";
import { idString } from "../identifier.ts";
import { timestamp } from "../values.ts";

/** The signed-in user, as the session or the token describes them. */
export const signedIn = z.object({
  sessionId: idString("session").nullable().meta({ description: "Null for a request with a token." }),
  userId: idString("user")
    .nullable()
    .meta({ description: "Null before the first `POST /v1/users/self/auth-sync`." }),
  issuer: z.string().meta({ description: "The issuer of the identity." }),
  subject: z.string().meta({ description: "The subject of the identity." }),
  email: z.string().meta({ description: 'The address of the identity; "" for none.' }),
  isEmailVerified: z.boolean().meta({ description: "Whether the identity provider verified the address." }),
  displayName: z.string().meta({ description: 'The name from the identity provider; "" for none.' }),
  locale: z.string(),
  photoURL: z.string(),
  expiresAt: timestamp.meta({ description: "Time at which the session or token ends at the latest." }),
});

export function presentSignedIn(
  principal: UserPrincipal,
  userId: Id<"user"> | null,
): z.input<typeof signedIn> {
  const { sessionId = null, issuer, subject, email, claimsEmailVerified, name, locale, picture } = principal;
  return {
    sessionId,
    userId,
    issuer,
    subject,
    email,
    isEmailVerified: claimsEmailVerified,
    displayName: name,
    locale,
    photoURL: picture,
    expiresAt: principal.expiresAt.toISOString(),
  };
}
