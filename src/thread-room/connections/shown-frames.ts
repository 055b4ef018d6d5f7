import { withoutTime } from "../protocol/event-fields.ts";
import { guestFrame, type GuestView } from "../protocol/guest-frame.ts";
import { textFrame } from "../protocol/text-frame.ts";
import type { SocketSession } from "./socket-session.ts";

/**
 * Yields the frames as the session receives them: under pseudonyms for guests, with times and text
 * identifiers on request.
 */
export function* shownFrames(
  { kind, textIdentifiers, times }: SocketSession,
  frames: Iterable<string>,
  guests: GuestView,
): Generator<string> {
  const shown = kind === "guest" ? shownToGuests(frames, guests) : frames;
  for (const frame of shown) {
    const timed = times ? frame : withoutTime(frame);
    yield textIdentifiers ? textFrame(timed) : timed;
  }
}

function* shownToGuests(frames: Iterable<string>, guests: GuestView): Generator<string> {
  for (const frame of frames) {
    const shown = guestFrame(frame, guests);
    if (shown !== null) yield shown;
  }
}
