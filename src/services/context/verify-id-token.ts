import { ServiceError } from "../../domain/errors.ts";
import type { UserPrincipal } from "../../domain/principal.ts";
import { SignInFailure } from "../../domain/sign-in-failure.ts";
import { authenticatorOf } from "./authenticator-of.ts";
import type { Context } from "./context.ts";

/**
 * Verifies an ID token of a sign-in like a bearer token: signature, issuer, audience and times.
 * @throws SignInFailure `token` for a token that fails, `provider` if the issuer's keys cannot be read
 */
export async function verifyIdToken(
  { config }: Context,
  idToken: string | null,
  issuer: string,
): Promise<UserPrincipal> {
  try {
    const user = await authenticatorOf(config).authenticate(`Bearer ${idToken ?? ""}`);
    if (user.kind === "user" && user.issuer === issuer) return user;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "unavailable")
      throw new SignInFailure("provider", "no_keys");
    if (!(error instanceof ServiceError)) throw error;
  }
  throw new SignInFailure("token", "not_verified");
}
