import { pathSegment } from "./path-segment.ts";

/** Higher than every event number: the room replies with its newest number, and no later event is missed. */
const NEWEST = 999_999_999_999_999;

export interface EventsAddress {
  readonly origin: string;
  readonly threadId: string;
  /** Number of the last received event; null for new events only. */
  readonly since: number | null;
  readonly publicAccessToken?: string | undefined;
  readonly withPresence: boolean;
  readonly withDrafts: boolean;
}

/** The address of a thread's events. Sockets send the resume position in the address, streams in a header. */
export function eventsUrl(
  over: "socket" | "stream",
  { origin, threadId, since, publicAccessToken, withPresence, withDrafts }: EventsAddress,
): string {
  const url = new URL(
    `/v1/threads/${pathSegment(threadId)}/events`,
    over === "socket" ? origin.replace(/^http/, "ws") : origin,
  );
  if (over === "socket") url.searchParams.set("since", String(since ?? NEWEST));
  url.searchParams.set("times", "true");
  if (withPresence) url.searchParams.set("presence", "true");
  if (withDrafts) url.searchParams.set("drafts", "true");
  if (publicAccessToken !== undefined) url.searchParams.set("publicAccessToken", publicAccessToken);
  return url.href;
}
