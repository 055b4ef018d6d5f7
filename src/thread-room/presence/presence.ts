import type { SocketSession } from "../connections/socket-session.ts";
import type { RoomSockets } from "../connections/room-sockets.ts";
import { isOther, type PresenceFrames, type RoomPresence } from "./presence-frames.ts";

/** What happens within so long is sent together. */
const SETTLE_MS = 1_000;
/** How long somebody types who says so once. */
const TYPING_MS = 6_000;
/** When those who listen could not be checked. */
const RETRY_MS = 5_000;
/** How often a room is looked at from which nobody says that they leave. */
export const PRESENCE_WATCH_MS = 60_000;
const MAX_TYPING = 20;

interface Host {
  readonly sockets: Pick<RoomSockets, "present" | "wantsPresence" | "sendPresence" | "hasFallenSilent">;
  readonly frames: PresenceFrames;
  /** Anyone who may not listen any more is closed. */
  readonly ensure: () => Promise<void>;
  /** Has the room look again after a while. */
  readonly watch: () => void;
  readonly now: () => number;
}

/**
 * Who is here, and who types. It is read off the open sockets each time; what is remembered, in memory alone, is what was sent. After the room
 * has slept nobody counts as notified, so that those who asked for it are sent all of it.
 */
export class Presence {
  readonly #host: Host;
  readonly #typing = new Map<string, number>();
  readonly #notified = new WeakSet<WebSocket>();
  #sent: RoomPresence = { people: new Map(), typing: [], guests: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether somebody asked for it: else nothing keeps the room awake. Null: nobody has looked since it woke. */
  #isWanted: boolean | null = null;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(host: Host) {
    this.#host = host;
  }

  /** @param isAsked whether they want to hear who is here */
  joined(isAsked: boolean): void {
    if (isAsked) this.#isWanted = true;
    this.changed();
  }

  /** Somebody may have left. */
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

  /** Notifies of those whose connections ended without a word. @returns whether to look again */
  lookAgain(): boolean {
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
    for (const [userId, until] of this.#typing) if (until <= now() || !people.has(userId)) this.#typing.delete(userId);
    return { people, typing: [...this.#typing.keys()].slice(0, MAX_TYPING), guests };
  }
}
