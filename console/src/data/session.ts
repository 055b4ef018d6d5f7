/** The signed-in person and their workspace. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { clearCache } from "./cache.ts";
import { client, type DataOf, fetchOwn, waitingForSignIn, type Workspace } from "./client.ts";

export interface Person {
  readonly email: string;
  readonly name: string;
  /** The issuer of the identity. */
  readonly issuer: string;
}

export type Session =
  | { readonly state: "unknown" }
  | { readonly state: "signed-out" }
  | { readonly state: "signed-in"; readonly person: Person; readonly workspace: Workspace };

export const session = signal<Session>({ state: "unknown" });

/** The workspace; null while nobody is signed in. */
export const workspace: ReadonlySignal<Workspace | null> = computed(() =>
  session.value.state === "signed-in" ? session.value.workspace : null,
);
/** The signed-in person; null while nobody is. */
export const person: ReadonlySignal<Person | null> = computed(() =>
  session.value.state === "signed-in" ? session.value.person : null,
);

/** This tab left for the sign-in page of an issuer. */
const AT_ISSUER = "knowledge:at-issuer";
/** The person has signed out in this tab or in another, so no page may sign them in again by itself. */
const SIGNED_OUT = "knowledge:signed-out";

/** Tells the other tabs of this browser that somebody signed in or out. */
const tabs = new BroadcastChannel("knowledge-session");

/**
 * Reads the browser's session, creates the account at the first sign-in, and ends the wait of requests that
 * met an ended session. @throws errors of `fetch`; ApiError
 */
export async function readSession(): Promise<void> {
  const response = await fetchOwn("/session");
  if (response.status === 401) return setSignedOut();
  if (!response.ok) throw new Error(`GET /session: ${response.status}`);
  const { data } = (await response.json()) as { readonly data: DataOf<"GET", "/session"> };
  const { email, issuer, displayName, locale, userId } = data;
  const before = workspace.peek()?.userId;
  // Another person's page: nothing of it may continue with this session.
  if (before !== undefined && before !== userId) return location.reload();
  waitingForSignIn.peek()?.();
  waitingForSignIn.value = null;
  const entered = await client.signIn({
    email,
    locale: locale || document.documentElement.lang,
    ...(displayName === "" ? {} : { displayName }),
  });
  const name = entered.displayName || displayName || (email.split("@")[0] ?? email);
  if (take(AT_ISSUER)) tabs.postMessage("signed-in");
  session.value = { state: "signed-in", person: { email, name, issuer }, workspace: entered };
}

/** The outcome of a one-time link: `used` also covers links that ended, `none` a service without links. */
export type OnceOutcome = "signed-in" | "used" | "none";

/** Trades the secret of a one-time link for a session. @throws errors of `fetch` and of the service */
export async function enterOnce(once: string): Promise<OnceOutcome> {
  const response = await fetchOwn("/session/once", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ once }),
  });
  await response.arrayBuffer();
  if (response.status === 400 || response.status === 404 || response.status === 409) return "used";
  if (response.status === 403) return "none";
  if (!response.ok) throw new Error(`POST /session/once: ${response.status}`);
  await readSession();
  tabs.postMessage("signed-in");
  return "signed-in";
}

/**
 * The address that begins the sign-in at an issuer.
 * @param to the page to return to. The part behind `#` may be a secret, so it stays in this tab.
 */
export function issuerAddress(issuer: string, to: string): string {
  const { pathname, search } = new URL(to, location.origin);
  return `/session/start?${new URLSearchParams({ issuer, to: `${pathname}${search}` }).toString()}`;
}

/** Notes that this tab leaves for an issuer, so that the other tabs hear of the sign-in. */
export function noteIssuer(): void {
  sessionStorage.setItem(AT_ISSUER, "1");
}

/** Whether the person has just signed out. True once. */
export function takeSignedOut(): boolean {
  return take(SIGNED_OUT);
}

function take(name: string): boolean {
  const isNoted = sessionStorage.getItem(name) !== null;
  sessionStorage.removeItem(name);
  return isNoted;
}

/** Ends the session of this browser, and then the one at its issuer. @throws errors of `fetch` */
export async function signOut(): Promise<void> {
  const response = await fetchOwn("/session", { method: "DELETE" });
  if (!response.ok) throw new Error(`DELETE /session: ${response.status}`);
  const { data } = (await response.json()) as { readonly data: DataOf<"DELETE", "/session"> };
  tabs.postMessage("signed-out");
  noteSignedOut();
  if (data.endSessionURL !== null && /^https?:/.test(data.endSessionURL)) location.assign(data.endSessionURL);
}

function noteSignedOut(): void {
  sessionStorage.setItem(SIGNED_OUT, "1");
  setSignedOut();
}

/** Follows the sign-ins and sign-outs of the browser's other tabs. */
export function followOtherTabs(): void {
  tabs.addEventListener("message", ({ data }) => {
    if (data === "signed-out") return noteSignedOut();
    // The next request tells if this fails.
    readSession().catch(() => {});
  });
}

function setSignedOut(): void {
  clearCache();
  session.value = { state: "signed-out" };
}
