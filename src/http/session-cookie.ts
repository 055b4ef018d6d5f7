import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { type BrowserRequest, SESSION_DAYS, SIGN_IN_MS } from "../domain/session.ts";
import { MS_PER_SECOND, SECONDS_PER_DAY } from "../domain/time.ts";
import { hostOf, isLoopbackHost } from "../net/host-of.ts";
import type { AppContext } from "./request-scope.ts";

/** Another site cannot send this header without a preflight request, which CORS rejects. */
const SESSION_HEADER = "x-knowledge-session";

/** The origin to which a session belongs, with its cookies. */
interface SessionSite {
  readonly origin: string;
  readonly cookie: string;
  /** The cookie of a sign-in at an issuer. */
  readonly flowCookie: string;
  readonly isSecure: boolean;
}

/**
 * The site of the request; null if the request may have no session. Sessions need https, or http on loopback.
 * Behind a proxy that terminates TLS, the setting PUBLIC_BASE_URL names the site. Browsers share cookies
 * between all ports of a host, so a cookie on loopback has the port in its name.
 */
function siteOf(c: AppContext): SessionSite | null {
  const asked = new URL(c.req.url);
  const { publicBaseUrl } = c.var.scope.config;
  const open = publicBaseUrl === null ? null : new URL(publicBaseUrl);
  const isLocal = isLoopbackHost(hostOf(asked)) && open?.host !== asked.host;
  const site = asked.protocol === "https:" || isLocal || open === null ? asked : open;
  const isSecure = site.protocol === "https:";
  if (!isSecure && !isLoopbackHost(hostOf(site))) return null;
  const named = (name: string): string => (isSecure ? `__Host-${name}` : `${name}-${site.port || "80"}`);
  return {
    origin: site.origin,
    cookie: named("knowledge"),
    flowCookie: named("knowledge-sign-in"),
    isSecure,
  };
}

/**
 * The request as one of the service's own pages; null for any other caller. A page sends the header, and its
 * browser names no foreign origin.
 */
export function browserOf(c: AppContext): BrowserRequest | null {
  const site = siteOf(c);
  if (site === null || c.req.header(SESSION_HEADER) !== "1") return null;
  const [origin = site.origin, fetchSite = "same-origin"] = [
    c.req.header("origin"),
    c.req.header("sec-fetch-site"),
  ];
  if (origin !== site.origin || fetchSite !== "same-origin") return null;
  return { secret: getCookie(c, site.cookie) ?? null, agent: c.req.header("user-agent") ?? "" };
}

/**
 * The session cookie of a socket; null without one. A browser cannot send a header with a socket, so it must
 * name the service's own origin.
 */
export function socketCookie(c: AppContext): string | null {
  const site = siteOf(c);
  if (site === null || c.req.header("origin") !== site.origin) return null;
  return getCookie(c, site.cookie) ?? null;
}

/** Sets the session cookie of the response; null removes it. No script can read the cookie. */
export function setSessionCookie(c: AppContext, secret: string | null): void {
  const site = siteOf(c);
  if (site === null) return;
  const options = { path: "/", secure: site.isSecure, httpOnly: true, sameSite: "Strict" } as const;
  if (secret === null) deleteCookie(c, site.cookie, options);
  else setCookie(c, site.cookie, secret, { ...options, maxAge: SESSION_DAYS * SECONDS_PER_DAY });
}

/** The browser of a navigation during a sign-in at an issuer. A navigation cannot send the page's header. */
export interface SignInBrowser {
  readonly origin: string;
  /** The secret in the session cookie; null without one. */
  readonly earlier: string | null;
  /** The sealed flow in its cookie; null without one. */
  readonly flow: string | null;
}

/** Returns null if the request may have no session. */
export function signInBrowser(c: AppContext): SignInBrowser | null {
  const site = siteOf(c);
  if (site === null) return null;
  const [earlier = null, flow = null] = [getCookie(c, site.cookie), getCookie(c, site.flowCookie)];
  return { origin: site.origin, earlier, flow };
}

/**
 * Sets the cookie of a sign-in at an issuer; null removes it. SameSite=Lax, because the issuer's site sends the
 * browser back.
 */
export function setFlowCookie(c: AppContext, flow: string | null): void {
  const site = siteOf(c);
  if (site === null) return;
  const options = { path: "/", secure: site.isSecure, httpOnly: true, sameSite: "Lax" } as const;
  if (flow === null) deleteCookie(c, site.flowCookie, options);
  else setCookie(c, site.flowCookie, flow, { ...options, maxAge: SIGN_IN_MS / MS_PER_SECOND });
}
