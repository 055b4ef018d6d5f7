import { diskFull } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { AsyncMutex } from "../../domain/async-mutex.ts";
import { findChatPermission } from "../../storage/d1/threads/chat-permission.ts";
import type { AcceptInput, AcceptResult } from "../api.ts";
import { errorFrame, type ParsedFrame, parseClientFrame } from "../protocol/parse-client-frame.ts";
import { logRoomFault } from "../log/log-fault.ts";
import type { DatabaseOf } from "../turns/query-timeout.ts";
import type { RoomSockets } from "../connections/room-sockets.ts";
import type { SocketSession, UserSession } from "../connections/socket-session.ts";
import { CLOSE } from "../connections/close-codes.ts";
import type { Presence } from "../presence/presence.ts";

const MAX_FRAME_BYTES = 256 * 1024;
/** Interval in milliseconds of D1 checks for a socket without write access at its opening. */
const ASKED_EVERY_MS = 1_000;
const MAX_OVER_LIMIT = 200;
/** Typing signals that a socket may send in a burst; afterwards one per second. */
const TYPING_BURST = 10;
const TYPING_EVERY_MS = 1_000;
const ONLY_LISTENS = rejection("permission_denied", "You may read this thread but not post to it.");

const ENDED = rejection("unauthenticated", "The session has ended. Sign in.");

interface Rejection {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

interface Deps {
  readonly sockets: Pick<RoomSockets, "onMessage" | "send" | "close">;
  readonly database: DatabaseOf;
  readonly now: () => number;
  /** Closes sockets that lost access. */
  readonly ensure: () => Promise<void>;
  readonly accept: (input: AcceptInput) => Promise<AcceptResult>;
  readonly limiter: Pick<RateLimit, "limit">;
  /** Whether the disk has space for this many bytes. */
  readonly hasSpace: (bytes: number) => Promise<boolean>;
  readonly presence: Pick<Presence, "typing">;
  /** The models that prompts may name. */
  readonly models: readonly string[];
}

type ParsedMessage = Exclude<ParsedFrame, { readonly isTyping: boolean }>;

/** Handles the frames that sockets send, each socket's frames in order. */
export class SocketMessages {
  readonly #deps: Deps;
  readonly #chains = new WeakMap<WebSocket, AsyncMutex>();
  /** Number of consecutive frames over the rate limit; for a guest, of all frames. */
  readonly #overLimit = new WeakMap<WebSocket, number>();
  /** Remaining typing signals of each socket, and the time of the count. */
  readonly #typing = new WeakMap<WebSocket, { readonly left: number; readonly at: number }>();
  readonly #writers = new WeakMap<WebSocket, { allowed: boolean; askedAt: number }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Resolves after the room has stored or rejected the message. Only the sender receives a rejection. */
  async onMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    const { sockets, models, now } = this.#deps;
    const session = sockets.onMessage(socket, now());
    if (session === null) return;
    if (isTooLarge(frame)) return sockets.close(socket, CLOSE.tooLarge, "A frame can have at most 256 KiB.");
    if (session.kind === "guest") return await this.#refuseGuest(socket, session);
    const parsed =
      typeof frame === "string"
        ? parseClientFrame(frame, session, models)
        : errorFrame("invalid_argument", "A frame must be text.");
    const named = namedBy(parsed);
    try {
      const refusal =
        "isTyping" in parsed
          ? await this.#takeTyping(socket, session, parsed.isTyping)
          : await this.#takeMessage(socket, session, parsed);
      if (refusal !== null) this.#send(socket, errorFrame(refusal.code, refusal.message, named));
    } catch (error) {
      logRoomFault({ threadId: session.threadId, doing: "taking a frame in", attempt: 1 }, error);
      this.#send(socket, errorFrame("unavailable", "The service is busy. Send it again in a moment.", named));
    }
  }

  async #takeMessage(
    socket: WebSocket,
    session: UserSession,
    parsed: ParsedMessage,
  ): Promise<Rejection | null> {
    const { result } = await this.#chainOf(socket).run(() => this.#enqueue(socket, session, parsed));
    const ended = await result;
    return ended.ok ? null : ended;
  }

  /**
   * Accepts a frame. The result is wrapped in an object, so the next frame waits only for the acceptance, not
   * until D1 has stored this one.
   */
  async #enqueue(
    socket: WebSocket,
    session: UserSession,
    parsed: ParsedMessage,
  ): Promise<{ readonly result: Rejection | Promise<AcceptResult> }> {
    const { accept, limiter, hasSpace, presence } = this.#deps;
    const { threadId, organizationId, tenantId, userId, key, rateKey } = session;
    if (rateKey !== null && !(await limiter.limit({ key: rateKey })).success)
      return { result: this.#overLimitOf(socket, "Too many messages. Try again in a minute.") };
    this.#overLimit.delete(socket);
    if ("error" in parsed) return { result: rejection(parsed.error.code, parsed.error.message) };
    if (session.sessionId !== undefined && !(await this.#hasSession(socket))) return { result: ENDED };
    if (!(await hasSpace(0))) return { result: rejection("unavailable", diskFull().message) };
    if (!(await this.#mayWrite(socket, session))) return { result: ONLY_LISTENS };
    presence.typing(userId, false);
    const origin = {
      author: { userId, key },
      recipients: [],
      operation: "threads.events" as const,
      operationId: newId("op"),
    };
    return { result: accept({ ...parsed.message, ...origin, threadId, organizationId, tenantId }) };
  }

  /**
   * Handles a typing signal, which is no message. It has its own limit, and queries D1 only if the socket had
   * no write access at its opening.
   */
  async #takeTyping(socket: WebSocket, session: UserSession, isTyping: boolean): Promise<Rejection | null> {
    const { presence, now } = this.#deps;
    if (!this.#hasTypingLeft(socket, now()))
      return this.#overLimitOf(socket, "Send typing frames at most once a second.");
    if (!(await this.#mayWrite(socket, session))) return ONLY_LISTENS;
    presence.typing(session.userId, isTyping);
    return null;
  }

  #hasTypingLeft(socket: WebSocket, now: number): boolean {
    const { left, at } = this.#typing.get(socket) ?? { left: TYPING_BURST, at: now };
    const available = Math.min(TYPING_BURST, left + Math.max(0, now - at) / TYPING_EVERY_MS);
    this.#typing.set(socket, { left: available < 1 ? available : available - 1, at: now });
    return available >= 1;
  }

  /** Returns a rejection over the limit. Closes a socket that keeps sending. */
  #overLimitOf(socket: WebSocket, message: string): Rejection {
    if (this.#isFlood(socket)) this.#deps.sockets.close(socket, CLOSE.tooMany, "Too many messages.");
    return rejection("resource_exhausted", message);
  }

  /** Rejects the frame of a guest, who may be anybody with the link. Closes a guest who exceeds the limit. */
  async #refuseGuest(socket: WebSocket, { rateKey }: SocketSession): Promise<void> {
    const { sockets, limiter } = this.#deps;
    // The room's own count limits the sender even if the rate limiter fails and allows everything.
    const isWithin =
      !this.#isFlood(socket) && (rateKey === null || (await limiter.limit({ key: rateKey })).success);
    if (isWithin)
      return this.#send(socket, errorFrame("permission_denied", "Guests cannot post to a thread."));
    sockets.close(socket, CLOSE.tooMany, "Guests cannot post to a thread.");
  }

  /** Whether a socket keeps sending over the limit. A well-behaved client waits instead. */
  #isFlood(socket: WebSocket): boolean {
    const count = (this.#overLimit.get(socket) ?? 0) + 1;
    this.#overLimit.set(socket, count);
    return count > MAX_OVER_LIMIT;
  }

  /**
   * Whether the socket's browser session is still active. D1 stores messages without their session, so the
   * guard must have checked the session a moment ago.
   */
  async #hasSession(socket: WebSocket): Promise<boolean> {
    const { ensure, sockets, now } = this.#deps;
    await ensure();
    return sockets.onMessage(socket, now()) !== null;
  }

  /**
   * Whether the socket may write. This check only spares the queue. D1 checks every message again when the
   * room stores it.
   */
  async #mayWrite(socket: WebSocket, { canWrite, userId, key, threadId }: UserSession): Promise<boolean> {
    if (canWrite) return true;
    const { database, now } = this.#deps;
    const known = this.#writers.get(socket);
    if (known !== undefined && (known.allowed || now() - known.askedAt < ASKED_EVERY_MS))
      return known.allowed;
    const askedAt = now();
    const db = database(key);
    const { permission } = await db.read({ permission: findChatPermission(db, userId, threadId) });
    const allowed = permission.length > 0;
    this.#writers.set(socket, { allowed, askedAt });
    return allowed;
  }

  #send(socket: WebSocket, frame: ReturnType<typeof errorFrame>): void {
    const { sockets, now } = this.#deps;
    sockets.send(socket, JSON.stringify(frame), now());
  }

  #chainOf(socket: WebSocket): AsyncMutex {
    const chain = this.#chains.get(socket) ?? new AsyncMutex();
    this.#chains.set(socket, chain);
    return chain;
  }
}

function rejection(code: string, message: string): Rejection {
  return { ok: false, code, message };
}

/** The message id of the frame; "" without one. */
function namedBy(parsed: ParsedFrame): string {
  if ("isTyping" in parsed) return "";
  return "error" in parsed ? parsed.error.messageId : (parsed.message.messageId ?? "");
}

const encoder = new TextEncoder();

function isTooLarge(frame: string | ArrayBuffer): boolean {
  if (typeof frame !== "string") return frame.byteLength > MAX_FRAME_BYTES;
  return (
    frame.length > MAX_FRAME_BYTES ||
    (frame.length * 3 > MAX_FRAME_BYTES && encoder.encode(frame).length > MAX_FRAME_BYTES)
  );
}
