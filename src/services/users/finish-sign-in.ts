import { OidcClient } from "../../auth/oidc-client.ts";
import { SignInFailure } from "../../domain/sign-in-failure.ts";
import type { Context } from "../context/context.ts";
import { verifyIdToken } from "../context/verify-id-token.ts";
import { callbackUrl, readSignInFlow, type SignInFlow } from "./internal/sign-in-flow.ts";
import { startSession } from "./internal/start-session.ts";

export interface FinishSignInInput {
  /** The parameters of the issuer's response. */
  readonly response: URLSearchParams;
  readonly origin: string;
  /** The value of the flow's cookie; null without one. */
  readonly flow: string | null;
  readonly agent: string;
}

/** The end of a sign-in: a session, or a reason, and the path to return to. */
export type FinishedSignIn = { readonly to: string } & (
  | { readonly secret: string }
  | { readonly failure: SignInFailure }
);

/**
 * Finishes a sign-in at an OIDC issuer: checks the response against the browser's flow, exchanges the code,
 * and verifies the ID token like every other token of the issuer.
 */
export async function finishSignIn(ctx: Context, input: FinishSignInInput): Promise<FinishedSignIn> {
  const flow = input.flow === null ? null : await readSignInFlow(ctx, input.origin, input.flow);
  if (flow === null) return { to: "/", failure: new SignInFailure("expired", "no_flow") };
  try {
    return { to: flow.to, secret: await redeem(ctx, input, flow) };
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    return { to: flow.to, failure: error };
  }
}

async function redeem(ctx: Context, input: FinishSignInInput, flow: SignInFlow): Promise<string> {
  const issuer = ctx.config.signIn.find((each) => each.issuer === flow.issuer);
  if (issuer === undefined) throw new SignInFailure("issuer", "unknown_issuer");
  const { idToken, refreshToken } = await new OidcClient(issuer).redeemCode(
    input.response,
    callbackUrl(input.origin),
    flow,
  );
  const user = await verifyIdToken(ctx, idToken, flow.issuer);
  if (user.email === "") throw new SignInFailure("email", "no_address");
  const { secret } = await startSession(ctx, user, {
    agent: input.agent,
    earlier: flow.earlier,
    refreshToken,
  });
  return secret;
}
