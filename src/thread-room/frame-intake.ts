import { newId } from "../domain/ids.ts";
import { SerialChain } from "../domain/serial-chain.ts";
import { findChatPermission } from "../storage/d1/chat-permission.ts";
import type { AcceptInput, AcceptResult } from "./api.ts";
import { errorFrame, parseClientFrame } from "./client-frames.ts";
import type { ClientMessage } from "./frame-fields.ts";
import { logFault, type Room } from "./room.ts";
import type { UserSession } from "./socket-session.ts";
import { CLOSE } from "./socket-writes.ts";

const MAX_FRAME_BYTES = 256 * 1024;
/** How often a socket that could not write when it was opened has D1 asked whether it can now. */
const ASKED_EVERY_MS = 5_000;

interface Host {
  readonly room: Room;
  readonly accept: (input: AcceptInput) => Promise<AcceptResult>;
  readonly limiter: Pick<RateLimit, "limit">;
}

/** Takes in what clients send on their sockets. A socket's frames are accepted in the order in which they came. */
export class FrameIntake {
  readonly #host: Host;
  readonly #chains = new WeakMap<WebSocket, SerialChain>();
  readonly #writers = new WeakMap<WebSocket, { allowed: boolean; askedAt: number }>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** Resolves when the frame's message is stored or refused; a refusal is told to the socket alone. */
  async receive(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    const { sockets, now } = this.#host.room;
    const session = sockets.hear(socket, now());
    if (session === null) return;
    if (isTooLarge(frame)) return sockets.close(socket, CLOSE.tooLarge, "A frame may have 256 KiB.");
    if (session.kind === "guest") return this.#tell(socket, errorFrame("permission_denied", "Guests only listen to a thread."));
    const parsed = typeof frame === "string" ? parseClientFrame(frame, session) : errorFrame("invalid_argument", "A frame is text.");
    if ("error" in parsed) return this.#tell(socket, parsed);
    const named = parsed.message.messageId ?? "";
    try {
      const admitted = await this.#chainOf(socket).run(() => this.#admit(socket, session, parsed.message));
      const result = await admitted?.result;
      if (result !== undefined && !result.ok) this.#tell(socket, errorFrame(result.code, result.message, named));
    } catch (error) {
      logFault({ threadId: session.threadId, doing: "taking a frame in", attempt: 1 }, error);
      this.#tell(socket, errorFrame("unavailable", "The service is busy. Send it again in a moment.", named));
    }
  }

  /** The result comes wrapped: the socket's next frame waits until this one is accepted, not until D1 has it. */
  async #admit(socket: WebSocket, session: UserSession, message: ClientMessage): Promise<{ result: Promise<AcceptResult> } | null> {
    const { threadId, organizationId, tenantId, userId, rateKey } = session;
    const refuse = (code: "permission_denied" | "resource_exhausted", words: string): null => {
      this.#tell(socket, errorFrame(code, words, message.messageId ?? ""));
      return null;
    };
    if (rateKey !== null && !(await this.#host.limiter.limit({ key: rateKey })).success)
      return refuse("resource_exhausted", "Too many messages. Try again in a minute.");
    if (!(await this.#mayWrite(socket, session))) return refuse("permission_denied", "You may listen to this thread, but not post to it.");
    const origin = { author: { userId }, recipients: [], operation: "threads.events", operationId: newId("op") };
    return { result: this.#host.accept({ ...message, ...origin, threadId, organizationId, tenantId }) };
  }

  /** Only a hint that spares the queue what D1 would refuse: D1 judges every message again when it is stored. */
  async #mayWrite(socket: WebSocket, { canWrite, userId, threadId }: UserSession): Promise<boolean> {
    if (canWrite) return true;
    const { database, now } = this.#host.room;
    const known = this.#writers.get(socket);
    if (known !== undefined && (known.allowed || now() - known.askedAt < ASKED_EVERY_MS)) return known.allowed;
    const askedAt = now();
    const db = database();
    const { permission } = await db.read({ permission: findChatPermission(db, userId, threadId) });
    const allowed = permission.length > 0;
    this.#writers.set(socket, { allowed, askedAt });
    return allowed;
  }

  #tell(socket: WebSocket, frame: ReturnType<typeof errorFrame>): void {
    const { sockets, now } = this.#host.room;
    sockets.tell(socket, JSON.stringify(frame), now());
  }

  #chainOf(socket: WebSocket): SerialChain {
    const chain = this.#chains.get(socket) ?? new SerialChain();
    this.#chains.set(socket, chain);
    return chain;
  }
}

const encoder = new TextEncoder();

function isTooLarge(frame: string | ArrayBuffer): boolean {
  if (typeof frame !== "string") return frame.byteLength > MAX_FRAME_BYTES;
  return frame.length > MAX_FRAME_BYTES || (frame.length * 3 > MAX_FRAME_BYTES && encoder.encode(frame).length > MAX_FRAME_BYTES);
}
