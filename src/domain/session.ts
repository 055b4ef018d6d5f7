import { MS_PER_HOUR, MS_PER_MINUTE } from "./time.ts";

/** Lifetime of a browser session in days. */
export const SESSION_DAYS = 90;
/** Number of whole days without a request after which a session ends. */
export const SESSION_IDLE_DAYS = 14;
/** Sessions per identity. A new session ends the one that was unused for longest. */
export const SESSIONS_PER_IDENTITY = 50;
/** Stored length of the browser's User-Agent header. */
export const MAX_AGENT_LENGTH = 255;

/** Age of an issuer's confirmation after which the service asks again with the refresh token, in milliseconds. */
export const SESSION_CHECK_MS = MS_PER_HOUR;
/** Time until the next check in milliseconds if the issuer did not answer. */
export const SESSION_RETRY_MS = 5 * MS_PER_MINUTE;

/** Time in milliseconds for a person to sign in at an issuer. */
export const SIGN_IN_MS = 10 * MS_PER_MINUTE;

/** A request from the service's own pages. */
export interface BrowserRequest {
  /** The secret in the session cookie; null without one. */
  readonly secret: string | null;
  /** The User-Agent header, shortened; "" without one. */
  readonly agent: string;
}
