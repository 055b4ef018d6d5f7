import type { GuestAuthor } from "../../auth/guest-author.ts";
import type { PresenceFrame } from "../../domain/events.ts";
import type { SocketSession } from "../connections/socket-session.ts";
import { bytes } from "../protocol/event-fields.ts";
import { textFrame } from "../protocol/text-frame.ts";

/** Users that one frame lists at most. The frame also contains the total, so its size stays bounded. */
const MAX_LISTED = 100;

export interface RoomPresence {
  /** Display names by user id. */
  readonly people: ReadonlyMap<string, string>;
  /** User ids. */
  readonly typing: readonly string[];
  readonly guests: number;
}

type Person = readonly [userId: string, displayName: string];
type Change = Pick<PresenceFrame["presence"], "here" | "joined" | "left">;

/** Whether the two states differ, which requires a notification. */
export function isOther(before: RoomPresence, after: RoomPresence): boolean {
  const { joined, left } = difference(before, after);
  return (
    joined.length + left.length > 0 ||
    before.guests !== after.guests ||
    before.typing.join() !== after.typing.join()
  );
}

/** Creates presence frames. Sockets with the same view share a frame. Guests see pseudonyms and no names. */
export class PresenceFrames {
  readonly #authorOf: GuestAuthor;
  #made = new Map<string, string>();
  #madeOf: RoomPresence | null = null;

  constructor(authorOf: GuestAuthor) {
    this.#authorOf = authorOf;
  }

  whole(after: RoomPresence, reader: SocketSession): string {
    return this.#frame("whole", after, reader, (show) => listed(after, show));
  }

  change(before: RoomPresence, after: RoomPresence, reader: SocketSession): string {
    return this.#frame("change", after, reader, (show) => {
      const { joined, left } = difference(before, after);
      if (joined.length > MAX_LISTED || left.length > MAX_LISTED) return listed(after, show);
      return { joined: joined.map(show.person), left: left.map(show.id) };
    });
  }

  #frame(
    form: string,
    after: RoomPresence,
    { kind, textIdentifiers }: SocketSession,
    changeOf: (show: Show) => Change,
  ): string {
    if (this.#madeOf !== after) this.#made = new Map();
    this.#madeOf = after;
    const key = `${form} ${kind} ${textIdentifiers}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const show = kind === "guest" ? this.#showGuest() : SHOW_MEMBER;
    const { people, typing, guests } = after;
    const frame = {
      presence: { ...changeOf(show), typing: typing.map(show.id), people: people.size, guests },
    } satisfies PresenceFrame;
    const text = JSON.stringify(frame);
    const made = textIdentifiers ? textFrame(text) : text;
    this.#made.set(key, made);
    return made;
  }

  #showGuest(): Show {
    const id = (userId: string): number[] => [...this.#authorOf(bytes(userId))];
    return { id, person: ([userId]) => ({ userId: id(userId), displayName: "" }) };
  }
}

interface Show {
  readonly id: (userId: string) => number[];
  readonly person: (person: Person) => { readonly userId: number[]; readonly displayName: string };
}

const SHOW_MEMBER: Show = {
  id: bytes,
  person: ([userId, displayName]) => ({ userId: bytes(userId), displayName }),
};

function listed({ people }: RoomPresence, show: Show): Change {
  return { here: [...people].slice(0, MAX_LISTED).map(show.person) };
}

function difference(before: RoomPresence, after: RoomPresence): { joined: Person[]; left: string[] } {
  const joined = [...after.people].filter(([userId]) => !before.people.has(userId));
  const left = [...before.people.keys()].filter((userId) => !after.people.has(userId));
  return { joined, left };
}
