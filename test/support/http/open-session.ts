import { newSessionSecret } from "../../../src/auth/session-secret.ts";
import { testEnv } from "../setup/env.ts";
import { rawCall } from "./call.ts";
import { syncBody } from "./person.ts";

/** The header that another site cannot send. */
export const FROM_OWN_PAGE: Readonly<Record<string, string>> = { "x-knowledge-session": "1" };
export const COOKIE = "__Host-knowledge";

/** The headers of a request by the service's own page with this session. */
export function pageHeaders(secret: string): Record<string, string> {
  return { ...FROM_OWN_PAGE, cookie: `${COOKIE}=${secret}` };
}

/** Creates a one-time link, as `npm run link` does. @returns the part of its address after `#` */
export async function createLink(email: string, name?: string): Promise<string> {
  if (testEnv.HOST === undefined) throw new Error("The tests have no host.");
  const body = JSON.stringify({ email, name });
  const made = await testEnv.HOST.fetch("http://host/one-time-links", { method: "PUT", body });
  return new URL(await made.text()).hash.slice(1);
}

/** Sends a link's secret from the service's own page. */
export async function redeemLink(once: string, headers: Record<string, string> = {}): Promise<Response> {
  return await rawCall("POST", "/session/once", {
    body: { once },
    headers: { ...FROM_OWN_PAGE, ...headers },
  });
}

/** The value of the session cookie that a response sets; null if it sets none. */
export function cookieOf(response: { readonly headers: Headers }, name = COOKIE): string | null {
  const set = response.headers.getSetCookie().find((text) => text.startsWith(`${name}=`));
  return set === undefined ? null : (/=([^;]*)/.exec(set)?.[1] ?? null);
}

/** Signs a browser in by a link. @returns the value of its cookie */
export async function openSession(email: string, headers: Record<string, string> = {}): Promise<string> {
  const secret = cookieOf(await redeemLink(await createLink(email), headers));
  if (secret === null || secret.length !== newSessionSecret().length)
    throw new Error("The sign-in set no session cookie.");
  return secret;
}

/** Signs a browser in and creates the account, as the page does. */
export async function openAccount(email: string): Promise<string> {
  const secret = await openSession(email);
  const synced = await rawCall("POST", "/v1/users/self/auth-sync", {
    body: syncBody(email),
    headers: pageHeaders(secret),
  });
  if (synced.status !== 200) throw new Error(`The sync failed: ${await synced.text()}`);
  return secret;
}

/** Signs a browser in. @returns the session's id */
export async function newSessionId(email: string): Promise<string> {
  const headers = pageHeaders(await openSession(email));
  const { data } = await (
    await rawCall("GET", "/session", { headers })
  ).json<{ data: { sessionId: string } }>();
  return data.sessionId;
}
