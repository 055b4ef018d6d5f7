/** Reasons for a failed sign-in, which the sign-in page explains. */
export const SIGN_IN_FAILURES = [
  /** Neither https nor loopback. */
  "insecure",
  /** The service signs nobody in at this issuer. */
  "issuer",
  /** The sign-in began more than ten minutes ago, in another browser, or has ended before. */
  "expired",
  /** The response belongs to another sign-in. */
  "state",
  /** The person or the issuer refused. */
  "denied",
  /** The issuer does not answer, or rejects the service's registration. */
  "provider",
  /** The issuer rejected the code or the refresh token. */
  "grant",
  /** The ID token failed its verification. */
  "token",
  /** The ID token has no e-mail address. */
  "email",
] as const;

/** A failed sign-in. `detail` is a code for the log. */
export class SignInFailure extends Error {
  override readonly name = "SignInFailure";
  readonly reason: (typeof SIGN_IN_FAILURES)[number];
  readonly detail: string;

  constructor(reason: SignInFailure["reason"], detail: string) {
    super(`the sign-in failed: ${reason}`);
    this.reason = reason;
    this.detail = CODE.test(detail) ? detail : "other";
  }
}

/** Error codes come from the issuer's response, so anything else stays out of the log. */
const CODE = /^[\w.]{1,64}$/;
