import { pathSegment } from "./path-segment.ts";

/** No thread gets there: asked for what comes after it, the room tells its newest number, and from there on nothing is missed. */
const NEWEST = 999_999_999_999_999;

export interface EventsAddress {
  readonly origin: string;
  readonly threadId: string;
  /** Null: only what happens from now on. */
  readonly since: number | null;
  readonly publicAccessToken?: string | undefined;
  readonly withPresence: boolean;
  readonly withDrafts: boolean;
}

/** Where the events of a thread are listened to: by a socket, or by a stream, whose header says behind which event it begins. */
export function eventsAddress(
  over: "socket" | "stream",
  { origin, threadId, since, publicAccessToken, withPresence, withDrafts }: EventsAddress,
): string {
  const url = new URL(`/v1/threads/${pathSegment(threadId)}/events`, over === "socket" ? origin.replace(/^http/, "ws") : origin);
  if (over === "socket") url.searchParams.set("since", String(since ?? NEWEST));
  if (withPresence) url.searchParams.set("presence", "true");
  if (withDrafts) url.searchParams.set("drafts", "true");
  if (publicAccessToken !== undefined) url.searchParams.set("publicAccessToken", publicAccessToken);
  return url.href;
}
