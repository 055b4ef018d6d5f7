import type { Context } from "../context/context.ts";

export interface WaysToSignIn {
  readonly issuers: { readonly issuer: string; readonly label: string }[];
  /** Whether one-time links of the service's machine sign browsers in. */
  readonly oneTimeLinks: boolean;
}

/** Lists the issuers of SIGN_IN, and whether the service accepts one-time links. */
export function listSignInIssuers({ config }: Context): WaysToSignIn {
  return {
    issuers: config.signIn.map(({ issuer, label }) => ({ issuer, label })),
    oneTimeLinks: config.issuers.some(({ local }) => local),
  };
}
