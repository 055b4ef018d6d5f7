import * as z from "zod";
import { openClaims } from "../../../auth/seal-claims.ts";
import type { Context } from "../../context/context.ts";

const signInFlow = z.object({
  issuer: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Path to return to. */
  to: z.string(),
  /** Hash of the session that the browser had before; null without one. */
  earlier: z.string().nullable(),
});
export type SignInFlow = z.output<typeof signInFlow>;

/** The address to which the issuer sends the browser back. Operators register it there. */
export function callbackUrl(origin: string): string {
  return `${origin}/session/callback`;
}

/** The flow in a sealed cookie; null if it has expired, was changed, or belongs to another origin. */
export async function readSignInFlow(
  { config, now }: Context,
  origin: string,
  sealed: string,
): Promise<SignInFlow | null> {
  const claims = await openClaims(config.linkSecret, "sign-in", origin, sealed, now);
  return signInFlow.safeParse(claims).data ?? null;
}
