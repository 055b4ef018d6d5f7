/** The only module that imports the client library or calls `fetch`. */
import { effect, signal } from "@preact/signals";
import {
  type AnswerOf,
  createClient,
  type KnowledgeClient,
  type Method,
  type PathOf,
  type RequestInput,
} from "knowledge-workspace-client";
import { isAway, noteBack, noteLost } from "./is-away.ts";

export {
  ApiError,
  checkCitations,
  ConnectionClosed,
  createClient,
  formatLocator,
  FrameRefused,
  idFromBytes,
  idToBytes,
  Library,
  newId,
  People,
  uploadVersion,
} from "knowledge-workspace-client";
export type * from "knowledge-workspace-client";

export type DataOf<M extends Method, P extends PathOf<M>> =
  AnswerOf<M, P> extends { readonly data: infer D } ? D : AnswerOf<M, P>;
export type InputOf<M extends Method, P extends PathOf<M>> = RequestInput<M, P>;

/** Ends the wait of requests whose session has ended; null while nobody waits. */
export const waitingForSignIn = signal<(() => void) | null>(null);

let signIn: Promise<void> | null = null;

/** Waits until somebody signs in again. All requests share one wait. */
export async function untilSignedIn(): Promise<void> {
  signIn ??= new Promise<void>((resolve) => {
    waitingForSignIn.value = () => {
      signIn = null;
      resolve();
    };
  });
  await signIn;
}

/** The client of the signed-in user. The browser sends the cookie of the session. */
export const client: KnowledgeClient = createClient({
  origin: location.origin,
  fetch: observedFetch,
  session: { onSignedOut: untilSignedIn },
});

/**
 * The client of a public link's guests. It sends no cookie, so somebody who is signed in sees the same as
 * everybody else with the link.
 */
export const guestClient: KnowledgeClient = createClient({
  origin: location.origin,
  fetch: async (address, init) => await observedFetch(address, { ...init, credentials: "omit" }),
});

/** Bad gateway, service unavailable, gateway timeout: a proxy found no service. */
const AWAY: readonly number[] = [502, 503, 504];
const PROBE_EVERY_MS = 5_000;

/** Fetches, and notes whether the service answers. */
async function observedFetch(address: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, init);
    (AWAY.includes(response.status) ? noteLost : noteBack)();
    return response;
  } catch (error) {
    // `fetch` throws a TypeError for a broken connection, and the reason of the signal for an abort.
    if (error instanceof TypeError) noteLost();
    throw error;
  }
}

// While the service is away, somebody must notice its return.
effect(() => {
  if (!isAway.value) return;
  const probe = setInterval(
    () => void observedFetch("/", { method: "HEAD" }).catch(() => undefined),
    PROBE_EVERY_MS,
  );
  return () => clearInterval(probe);
});

/** Fetches a path of this service with the browser's session. */
export async function fetchOwn(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { "x-knowledge-session": "1", ...(init.headers as Record<string, string> | undefined) };
  return await observedFetch(path, { ...init, credentials: "same-origin", headers });
}

/**
 * Fetches the bytes of a document by its signed address, from the origin of this page. The address is its
 * own credential, so the request has no cookie.
 */
export async function fetchSigned(address: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(address, location.origin);
  return await fetch(`${pathname}${search}`, { ...init, credentials: "omit" });
}
