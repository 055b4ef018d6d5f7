import { type Asked, type AskOptions, askThread } from "./ask.ts";
import { deferred } from "./deferred.ts";
import { Drafts } from "./drafts.ts";
import { eventsAddress } from "./events-address.ts";
import { Delivery } from "./delivery.ts";
import { type Closing, ConnectionClosed, FrameRefused } from "./errors.ts";
import { findStored } from "./find-stored.ts";
import { FrameStream } from "./frame-stream.ts";
import { type ClientEvent, type DraftFrame, type ErrorFrame, type EventFrame, outgoing, parseFrame, type ThreadFrame } from "./frames.ts";
import { type Heartbeat, HEARTBEAT, LiveSocket } from "./live-socket.ts";
import { LiveStream } from "./live-stream.ts";
import { type Acknowledgement, OUTBOX_LIMITS } from "./outbox.ts";
import { Reconnection, UNAUTHENTICATED } from "./reconnection.ts";
import type { ConnectionHost, ThreadOptions } from "./thread-options.ts";
import { unlessAborted } from "./unless-aborted.ts";

const CLOSED_BY_CALLER = 1000;
const CONNECTION_LOST = 1006;
const BAD_REQUEST = 4400;
const MAX_FRAME_BYTES = 256 * 1024;

/** The service takes it for six seconds. */
const TYPING_EVERY_MS = 4_000;

const encoder = new TextEncoder();

/**
 * A thread, live: every event once and in order, over as many connections as that takes. What is sent is sent again, under the same id,
 * until the thread is heard to hold it.
 */
export class ThreadConnection implements AsyncIterable<ThreadFrame> {
  readonly threadId: string;
  readonly #host: ConnectionHost;
  readonly #options: ThreadOptions;
  readonly #frames = new FrameStream();
  readonly #drafts = new Drafts();
  readonly #delivery: Delivery;
  readonly #reconnection: Reconnection;
  readonly #opened = deferred<void>();
  readonly #closed = deferred<Closing>();
  #state: "connecting" | "open" | "closed" = "connecting";
  /** Null: not known yet, nothing was asked for and nothing has come. */
  #lastSeq: number | null;
  #socket: LiveSocket | LiveStream | null = null;
  #lastToken = "";
  /** The one with which the last connection was refused, or ended. */
  #refusedToken: string | undefined;
  #openedAt = 0;
  #typingUntil = 0;
  /** The number behind which one was missing. */
  #gapAfter: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ConnectionHost, threadId: string, options: ThreadOptions = {}) {
    this.#host = host;
    this.threadId = threadId;
    this.#options = options;
    this.#lastSeq = options.since ?? null;
    this.#delivery = new Delivery(options.outbox ?? OUTBOX_LIMITS, (messages, signal) => findStored(host.readThread, messages, signal));
    this.#reconnection = new Reconnection(options);
    void this.#connect();
  }

  get state(): "connecting" | "open" | "closed" {
    return this.#state;
  }

  /** The number of the newest event that was heard; 0 when there was none. */
  get lastSeq(): number {
    return this.#lastSeq ?? 0;
  }

  /** Resolves when the thread is listened to for the first time: from then on nothing is missed. Rejects with `ConnectionClosed` if that never happens. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** Resolves when it has ended for good: after `close()`, or by a refusal that no retry can heal. */
  get closed(): Promise<Closing> {
    return this.#closed.promise;
  }

  /** The first iterator begins with the first event, each later one with what comes next. They end when the connection has ended for good. */
  [Symbol.asyncIterator](): AsyncGenerator<ThreadFrame, void> {
    return this.#frames.iterate();
  }

  /**
   * Sends an event, as often as it takes. With an id of the caller's own the same event may be sent again after a restart of the program.
   * @returns once the thread holds it
   * @throws FrameRefused; ConnectionClosed, and then it is not known whether the thread holds it; RangeError for an id that is none
   */
  send(event: ClientEvent): Promise<Acknowledgement> {
    const sent = this.#post(event);
    // Nobody has to wait for it.
    sent.catch(() => {});
    return sent;
  }

  async #post(event: ClientEvent): Promise<Acknowledgement> {
    const message = outgoing(event);
    if (this.#isStream) throw new FrameRefused("unimplemented", "A stream only listens: post with a request.", message.messageId);
    if (this.#state === "closed") {
      const { code, reason } = await this.closed;
      throw new ConnectionClosed(code, reason);
    }
    if (encoder.encode(message.frame).length > MAX_FRAME_BYTES) {
      throw new FrameRefused("invalid_argument", `A frame can have at most ${MAX_FRAME_BYTES} bytes.`, message.messageId);
    }
    return await this.#delivery.post(message);
  }

  /** Asks a question, and listens to its answer. */
  ask(prompt: string, options: AskOptions = {}): Asked {
    const host = {
      send: (event: ClientEvent) => this.send(event),
      frames: this.#frames.follow(),
      readThread: this.#host.readThread,
      closed: this.closed,
    };
    return askThread(host, prompt, options);
  }

  /** Says that the user types, or has stopped: call it at every key. Nothing goes out while there is no connection. */
  typing(isTyping = true): void {
    const now = performance.now();
    if (this.#state !== "open" || (isTyping && now < this.#typingUntil)) return;
    this.#typingUntil = isTyping ? now + TYPING_EVERY_MS : 0;
    this.#socket?.send(JSON.stringify({ presence: { typing: isTyping } }));
  }

  /** Ends it. What is not known to be stored then is not sent again. */
  close(): void {
    this.#end(CLOSED_BY_CALLER, "");
  }

  async #connect(): Promise<void> {
    const token = await this.#token();
    if (this.#state === "closed") return;
    if (token === null) return this.#lose(CONNECTION_LOST, "There is no token at the moment.");
    this.#lastToken = token;
    try {
      this.#socket = this.#connection(token);
    } catch {
      // The error's own words may hold the token.
      this.#end(BAD_REQUEST, "The address, the thread's id or the token cannot be one.");
    }
  }

  #connection(token: string): LiveSocket | LiveStream {
    const { origin, WebSocket, fetch } = this.#host;
    const { publicAccessToken, onPresence, onDraft } = this.#options;
    const since = this.#lastSeq;
    const wanted = { withPresence: onPresence !== undefined, withDrafts: onDraft !== undefined };
    const place = { origin, threadId: this.threadId, since, publicAccessToken, ...wanted };
    const listener = {
      onAlive: () => this.#open(),
      onFrame: (text: string) => this.#receive(text),
      onEnd: (code: number, reason: string) => this.#lose(code, reason),
      onBeginning: (seq: number) => (this.#lastSeq ??= seq),
    };
    if (this.#isStream || WebSocket === null) {
      return new LiveStream(fetch, { url: eventsAddress("stream", place), token, since }, this.#heartbeat, listener);
    }
    const protocols = ["knowledge.v1", ...(token === "" ? [] : [`bearer.${token}`])];
    return new LiveSocket(WebSocket, eventsAddress("socket", place), protocols, this.#heartbeat, listener);
  }

  get #isStream(): boolean {
    return this.#options.over === "stream";
  }

  /** Null when its source fails, or is silent for as long as a connection may be. */
  async #token(): Promise<string | null> {
    const late = new AbortController();
    this.#timer = setTimeout(() => late.abort(), this.#heartbeat.silenceMs);
    try {
      return await unlessAborted(this.#host.credential.token(this.#refusedToken), late.signal);
    } catch {
      return null;
    } finally {
      clearTimeout(this.#timer);
    }
  }

  get #heartbeat(): Heartbeat {
    return this.#options.heartbeat ?? HEARTBEAT;
  }

  #open(): void {
    const socket = this.#socket;
    if (socket === null) return;
    this.#state = "open";
    this.#openedAt = performance.now();
    this.#reconnection.opened();
    this.#opened.resolve();
    this.#delivery.connected((frame) => socket.send(frame));
  }

  #receive(text: string): void {
    const frame = parseFrame(text);
    if (frame === null) return;
    if ("error" in frame) return this.#refused(frame);
    if ("presence" in frame) return this.#options.onPresence?.(frame.presence);
    if ("draft" in frame) return this.#hearDraft(frame);
    if (frame.resync) return this.#resync(frame.seq);
    this.#hear(frame, text.length);
  }

  #hearDraft(frame: DraftFrame): void {
    const draft = this.#drafts.add(frame);
    if (draft !== null) this.#options.onDraft?.(draft);
  }

  /** What closes the socket is told before; the close itself may be late. */
  #refused(frame: ErrorFrame): void {
    const { closeCode, message } = frame.error;
    if (closeCode === undefined) return this.#delivery.refused(frame);
    this.#socket?.drop();
    this.#lose(closeCode, message);
  }

  #hear(frame: EventFrame, chars: number): void {
    const last = this.#lastSeq;
    if (last !== null && (frame.seq <= last || this.#isBehindGap(frame.seq, last))) return;
    this.#lastSeq = frame.seq;
    this.#drafts.hear(frame);
    this.#frames.push(frame, chars);
    this.#delivery.heard(frame);
  }

  /** The first one after a beginning without `since` is the beginning itself. */
  #resync(seq: number): void {
    const isBeginning = this.#lastSeq === null;
    this.#lastSeq = seq;
    if (isBeginning) return;
    this.#frames.push({ resync: true, seq }, 0);
    this.#delivery.doubt();
  }

  /**
   * Numbers have no gaps, but for guests, and before the oldest event that is kept. A new connection brings what is missing; if it does
   * not, the reader is told.
   * @returns whether the event is left to the next connection
   */
  #isBehindGap(seq: number, last: number): boolean {
    if (seq === last + 1 || this.#options.publicAccessToken !== undefined) return false;
    if (this.#gapAfter === last) {
      this.#resync(seq - 1);
      return false;
    }
    // Asked for all that is kept, the room begins with the oldest of that.
    if (last === 0 && this.#options.since === 0 && this.#state !== "open") return false;
    this.#gapAfter = last;
    this.#socket?.drop();
    this.#lose(CONNECTION_LOST, "An event is missing.");
    return true;
  }

  #lose(code: number, reason: string): void {
    if (this.#state === "closed") return;
    const openMs = this.#state === "open" ? performance.now() - this.#openedAt : 0;
    this.#state = "connecting";
    this.#socket = null;
    this.#refusedToken = code === UNAUTHENTICATED ? this.#lastToken : undefined;
    this.#drafts.clear();
    this.#delivery.disconnected();
    const pauseMs = this.#reconnection.pauseAfter(code, openMs, this.#host.credential.isRenewable, Math.random());
    if (pauseMs === null) return this.#end(code, reason);
    this.#timer = setTimeout(() => void this.#connect(), pauseMs);
  }

  #end(code: number, reason: string): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    clearTimeout(this.#timer);
    this.#socket?.drop();
    this.#socket = null;
    const error = new ConnectionClosed(code, reason);
    this.#opened.reject(error);
    this.#delivery.end(error);
    this.#frames.end();
    this.#closed.resolve({ code, reason });
  }
}
