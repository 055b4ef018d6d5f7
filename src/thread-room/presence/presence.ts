import type { SocketSession } from "../connections/socket-session.ts";
import type { RoomSockets } from "../connections/room-sockets.ts";
import { isOther, type PresenceFrames, type RoomPresence } from "./presence-frames.ts";
import { MS_PER_MINUTE } from "../../domain/time.ts";

/** Interval in milliseconds within which changes are sent together. */
const SETTLE_MS = 1_000;
/** Lifetime of a typing signal in milliseconds. */
const TYPING_MS = 6_000;
/** Delay in milliseconds after a failed access check. */
const RETRY_MS = 5_000;
/** Interval in milliseconds of checks for users who left without closing. */
export const PRESENCE_WATCH_MS = MS_PER_MINUTE;
const MAX_TYPING = 20;

interface Host {
  readonly sockets: Pick<RoomSockets, "present" | "wantsPresence" | "sendPresence" | "hasFallenSilent">;
  readonly frames: PresenceFrames;
  /** Closes sockets of listeners that lost access. */
  readonly ensure: () => Promise<void>;
  /** Schedules the next check for silent users. */
  readonly watch: () => void;
  readonly now: () => number;
}

/**
 * Presence and typing, which each notification reads from the open sockets. The state that clients know is in
 * memory. After hibernation, the room sends the complete presence to all sockets again.
 */
export class Presence {
  readonly #host: Host;
  readonly #typing = new Map<string, number>();
  readonly #notified = new WeakSet<WebSocket>();
  #sent: RoomPresence = { people: new Map(), typing: [], guests: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Whether a socket has requested presence; null if unknown since the room woke. Without such a socket,
   * presence does not keep the room awake.
   */
  #isWanted: boolean | null = null;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(host: Host) {
    this.#host = host;
  }

  /** @param isAsked whether the socket requested presence */
  joined(isAsked: boolean): void {
    if (isAsked) this.#isWanted = true;
    this.changed();
  }

  /** Schedules a notification, because a user may have left. */
  changed(): void {
    this.#isWanted ??= this.#host.sockets.wantsPresence(this.#host.now());
    if (this.#isWanted) this.#arm(SETTLE_MS);
  }

  typing(userId: string, isTyping: boolean): void {
    const wasTyping = this.#typing.has(userId);
    if (isTyping) this.#typing.set(userId, this.#host.now() + TYPING_MS);
    else this.#typing.delete(userId);
    if (wasTyping !== isTyping) this.changed();
  }

  /**
   * Sends a notification if connections of users ended silently.
   * @returns whether to check again later
   */
  checkSilent(): boolean {
    const { sockets, now } = this.#host;
    if (sockets.hasFallenSilent(now(), 2 * PRESENCE_WATCH_MS)) this.#arm(0);
    return sockets.wantsPresence(now());
  }

  #arm(ms: number): void {
    const at = this.#host.now() + ms;
    if (at >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = at;
    this.#timer = setTimeout(() => void this.#notify(), ms);
  }

  async #notify(): Promise<void> {
    this.#dueAt = Number.POSITIVE_INFINITY;
    const { sockets, frames, ensure, watch, now } = this.#host;
    this.#isWanted = sockets.wantsPresence(now());
    if (!this.#isWanted) return;
    try {
      await ensure();
    } catch {
      return this.#arm(RETRY_MS);
    }
    const before = this.#sent;
    const after = (this.#sent = this.#look());
    const hasNews = isOther(before, after);
    const frameFor = (socket: WebSocket, session: SocketSession): string | null => {
      if (!this.#notified.has(socket)) return frames.whole(after, session);
      return hasNews ? frames.change(before, after, session) : null;
    };
    const sent = sockets.sendPresence(frameFor, now());
    for (const socket of sent) this.#notified.add(socket);
    watch();
    const next = Math.min(...this.#typing.values());
    if (Number.isFinite(next)) this.#arm(Math.max(0, next - now()));
  }

  #look(): RoomPresence {
    const { sockets, now } = this.#host;
    const people = new Map<string, string>();
    let guests = 0;
    for (const session of sockets.present(now())) {
      if (session.kind === "user") people.set(session.userId, session.displayName);
      else guests += 1;
    }
    for (const [userId, until] of this.#typing)
      if (until <= now() || !people.has(userId)) this.#typing.delete(userId);
    return { people, typing: [...this.#typing.keys()].slice(0, MAX_TYPING), guests };
  }
}
