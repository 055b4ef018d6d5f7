import { OidcClient } from "../../auth/oidc-client.ts";
import { sealClaims } from "../../auth/seal-claims.ts";
import { hashOfSessionSecret } from "../../auth/session-secret.ts";
import { SIGN_IN_MS } from "../../domain/session.ts";
import { SignInFailure } from "../../domain/sign-in-failure.ts";
import type { Context } from "../context/context.ts";
import { callbackUrl } from "./internal/sign-in-flow.ts";

export interface StartSignInInput {
  /** The chosen issuer; null for the only one. */
  readonly issuer: string | null;
  /** A path of the own pages, to which the sign-in returns. */
  readonly to: string;
  readonly origin: string;
  /** The secret of the session that the browser has; null without one. */
  readonly earlier: string | null;
}

export interface StartedSignIn {
  /** The issuer's sign-in page. */
  readonly location: string;
  /** The value of the cookie that ties the callback to this browser. */
  readonly flow: string;
}

/**
 * Begins a sign-in at an OIDC issuer. The browser keeps the secrets of the flow, sealed, for ten minutes.
 * @throws SignInFailure `issuer` for an unknown issuer, `provider` if it does not answer
 */
export async function startSignIn(ctx: Context, input: StartSignInInput): Promise<StartedSignIn> {
  const { config, now } = ctx;
  const { to, origin, earlier } = input;
  const [only, another] = config.signIn;
  const named = config.signIn.find(({ issuer }) => issuer === input.issuer);
  const chosen = input.issuer === null && another === undefined ? only : named;
  if (chosen === undefined) throw new SignInFailure("issuer", "unknown_issuer");
  const proof = OidcClient.newProof();
  const claims = {
    issuer: chosen.issuer,
    ...proof,
    to,
    earlier: earlier === null ? null : await hashOfSessionSecret(earlier),
  };
  const location = await new OidcClient(chosen).authorizationUrl(callbackUrl(origin), proof);
  const end = new Date(now.getTime() + SIGN_IN_MS);
  return { location, flow: await sealClaims(config.linkSecret, "sign-in", origin, claims, end) };
}
