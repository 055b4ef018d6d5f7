import { t } from "../../words/t.ts";

/** The reasons with which the service sends a browser back from an issuer: docs/sign-in.md. */
const TEXTS = {
  insecure: "signIn.insecure",
  issuer: "signIn.issuer",
  expired: "signIn.expired",
  state: "signIn.state",
  denied: "signIn.denied",
  provider: "signIn.provider",
  grant: "signIn.state",
  token: "signIn.token",
  email: "signIn.email",
} as const;

/** Why a sign-in failed and what to do, from the address of the page; null if none failed. */
export function failureText(reason: string | undefined): string | null {
  if (reason === undefined) return null;
  return t(Object.hasOwn(TEXTS, reason) ? TEXTS[reason as keyof typeof TEXTS] : "error.title");
}
