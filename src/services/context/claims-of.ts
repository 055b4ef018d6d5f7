import type { UserPrincipal } from "../../domain/principal.ts";
import type { SessionClaims } from "../../storage/d1/users/sessions.ts";

/** The claims of a token that a session stores. The session's row has the identity and the times. */
export function claimsOf(user: UserPrincipal): SessionClaims {
  return {
    email: user.email,
    emailVerified: user.emailVerified,
    claimsEmailVerified: user.claimsEmailVerified,
    name: user.name,
    givenName: user.givenName,
    familyName: user.familyName,
    picture: user.picture,
    locale: user.locale,
    address: user.address,
  };
}
