import { type Asked, type AskOptions, askThread } from "./ask.ts";
import { withResolvers } from "./with-resolvers.ts";
import { Drafts } from "./drafts.ts";
import { OutboxSender } from "./outbox-sender.ts";
import { type Closing, ConnectionClosed, FrameRefused } from "./errors.ts";
import { findAcknowledged } from "./find-acknowledged.ts";
import { FrameStream } from "./frame-stream.ts";
import {
  type ClientEvent,
  type DraftFrame,
  type ErrorFrame,
  type EventFrame,
  outgoing,
  parseFrame,
  type ThreadFrame,
} from "./frames.ts";
import { type Heartbeat, HEARTBEAT, type LiveSocket } from "./live-socket.ts";
import type { LiveStream } from "./live-stream.ts";
import { openConnection } from "./open-connection.ts";
import { type Acknowledgement, OUTBOX_LIMITS } from "./outbox.ts";
import { Reconnection, UNAUTHENTICATED } from "./reconnection.ts";
import type { ConnectionHost, ConnectionState, ThreadOptions } from "./thread-options.ts";
import { abortable } from "./abortable.ts";

const CLOSED_BY_CALLER = 1000;
const CONNECTION_LOST = 1006;
const BAD_REQUEST = 4400;

/** The service shows a typing notice for six seconds. */
const TYPING_EVERY_MS = 4_000;

/**
 * A live thread: every event once and in order, across reconnections. Sent messages are repeated under the
 * same id until the thread has stored them.
 */
export class ThreadConnection implements AsyncIterable<ThreadFrame> {
  readonly threadId: string;
  readonly #host: ConnectionHost;
  readonly #options: ThreadOptions;
  readonly #frames = new FrameStream();
  readonly #drafts = new Drafts();
  readonly #delivery: OutboxSender;
  readonly #reconnection: Reconnection;
  readonly #opened = withResolvers<void>();
  readonly #closed = withResolvers<Closing>();
  #state: ConnectionState = "connecting";
  /** Null until the first event or resync arrives. */
  #lastSeq: number | null;
  #socket: LiveSocket | LiveStream | null = null;
  #lastToken = "";
  /** The token of the last rejected or ended connection. */
  #refusedToken: string | undefined;
  #openedAt = 0;
  #typingUntil = 0;
  /** Number of the last event before a gap. */
  #gapAfter: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ConnectionHost, threadId: string, options: ThreadOptions = {}) {
    this.#host = host;
    this.threadId = threadId;
    this.#options = options;
    this.#lastSeq = options.since ?? null;
    this.#delivery = new OutboxSender(options.outbox ?? OUTBOX_LIMITS, (messages, signal) =>
      findAcknowledged(host.readThread, messages, signal),
    );
    this.#reconnection = new Reconnection(options);
    void this.#connect();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** The number of the newest received event; 0 before the first. */
  get lastSeq(): number {
    return this.#lastSeq ?? 0;
  }

  /**
   * Resolves at the first subscription; no later event is missed. Rejects with `ConnectionClosed` if that
   * never happens.
   */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** Resolves at the permanent end: after `close()` or a final rejection. */
  get closed(): Promise<Closing> {
    return this.#closed.promise;
  }

  /**
   * The first iterator begins with the first event, later ones with the next event. They end with the
   * connection.
   */
  [Symbol.asyncIterator](): AsyncGenerator<ThreadFrame, void> {
    return this.#frames.iterate();
  }

  /**
   * Sends an event and retries until the thread has stored it. With an id of the caller's own, the event can
   * be repeated after a restart of the program.
   * @returns resolves when the thread has stored it
   * @throws FrameRefused; ConnectionClosed, after which the outcome is unknown; RangeError for an invalid id
   */
  send(event: ClientEvent): Promise<Acknowledgement> {
    const sent = this.#post(event);
    // The caller may ignore the promise; an ignored rejection must not crash the program.
    sent.catch(() => {});
    return sent;
  }

  async #post(event: ClientEvent): Promise<Acknowledgement> {
    const message = outgoing(event);
    if (this.#isStream)
      throw new FrameRefused("unimplemented", "A stream cannot send; use a request.", message.messageId);
    if (this.#state === "closed") {
      const { code, reason } = await this.closed;
      throw new ConnectionClosed(code, reason);
    }
    return await this.#delivery.post(message);
  }

  /** Asks a question and subscribes to its answer. */
  ask(prompt: string, options: AskOptions = {}): Asked {
    const host = {
      send: (event: ClientEvent) => this.send(event),
      frames: this.#frames.follow(),
      readThread: this.#host.readThread,
      closed: this.closed,
    };
    return askThread(host, prompt, options);
  }

  /** Sends a typing notice; call it at every key. Without a connection it does nothing. */
  typing(isTyping = true): void {
    const now = performance.now();
    if (this.#state !== "open" || (isTyping && now < this.#typingUntil)) return;
    this.#typingUntil = isTyping ? now + TYPING_EVERY_MS : 0;
    this.#socket?.send(JSON.stringify({ presence: { typing: isTyping } }));
  }

  /** Closes the connection. Unconfirmed messages are not sent again. */
  close(): void {
    this.#end(CLOSED_BY_CALLER, "");
  }

  async #connect(): Promise<void> {
    const token = await this.#token();
    if (this.#state === "closed") return;
    if (token === null) return this.#lose(CONNECTION_LOST, "No token is available.");
    this.#lastToken = token;
    try {
      this.#socket = this.#connection(token);
    } catch {
      // The error's own message may contain the token.
      this.#end(BAD_REQUEST, "The address, the thread's id or the token is invalid.");
    }
  }

  #connection(token: string): LiveSocket | LiveStream {
    const start = { threadId: this.threadId, since: this.#lastSeq, token, heartbeat: this.#heartbeat };
    return openConnection(this.#host, this.#options, start, {
      onAlive: () => this.#open(),
      onFrame: (text: string) => this.#receive(text),
      onEnd: (code: number, reason: string) => this.#lose(code, reason),
      onBeginning: (seq: number) => (this.#lastSeq ??= seq),
    });
  }

  get #isStream(): boolean {
    return this.#options.over === "stream";
  }

  /** The token; null if the source fails, or takes longer than `silenceMs` without waiting for a person. */
  async #token(): Promise<string | null> {
    const { credential } = this.#host;
    const late = new AbortController();
    if (!credential.waitsForPerson) this.#timer = setTimeout(() => late.abort(), this.#heartbeat.silenceMs);
    try {
      return await abortable(credential.token(this.#refusedToken), late.signal);
    } catch {
      return null;
    } finally {
      clearTimeout(this.#timer);
    }
  }

  get #heartbeat(): Heartbeat {
    return this.#options.heartbeat ?? HEARTBEAT;
  }

  #become(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }

  #open(): void {
    const socket = this.#socket;
    if (socket === null) return;
    this.#become("open");
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

  /** The error frame arrives before the close event, which may be late. */
  #refused(frame: ErrorFrame): void {
    const { closeCode, message } = frame.error;
    if (closeCode === undefined) return this.#delivery.rejected(frame);
    this.#socket?.drop();
    this.#lose(closeCode, message);
  }

  #hear(frame: EventFrame, chars: number): void {
    const last = this.#lastSeq;
    if (last !== null && (frame.seq <= last || this.#isBehindGap(frame.seq, last))) return;
    this.#lastSeq = frame.seq;
    this.#drafts.invalidate(frame);
    this.#frames.push(frame, chars);
    this.#delivery.received(frame);
  }

  /** After a start without `since`, the first resync marks the beginning. */
  #resync(seq: number): void {
    const isBeginning = this.#lastSeq === null;
    this.#lastSeq = seq;
    if (isBeginning) return;
    this.#frames.push({ resync: true, seq }, 0);
    this.#delivery.requestCheck();
  }

  /**
   * Sequence numbers have no gaps, except for guests and before the oldest kept event. A new connection
   * fetches the missing events; if that fails, the reader gets a resync.
   * @returns whether the next connection will deliver the event
   */
  #isBehindGap(seq: number, last: number): boolean {
    if (seq === last + 1 || this.#options.publicAccessToken !== undefined) return false;
    if (this.#gapAfter === last) {
      this.#resync(seq - 1);
      return false;
    }
    // With `since` 0 the room begins with its oldest kept event.
    if (last === 0 && this.#options.since === 0 && this.#state !== "open") return false;
    this.#gapAfter = last;
    this.#socket?.drop();
    this.#lose(CONNECTION_LOST, "An event is missing.");
    return true;
  }

  #lose(code: number, reason: string): void {
    if (this.#state === "closed") return;
    const openMs = this.#state === "open" ? performance.now() - this.#openedAt : 0;
    this.#become("connecting");
    this.#socket = null;
    this.#refusedToken = code === UNAUTHENTICATED ? this.#lastToken : undefined;
    this.#drafts.clear();
    this.#delivery.disconnected();
    const pauseMs = this.#reconnection.pauseAfter(
      code,
      openMs,
      this.#host.credential.isRenewable,
      Math.random(),
    );
    if (pauseMs === null) return this.#end(code, reason);
    this.#timer = setTimeout(() => void this.#connect(), pauseMs);
  }

  #end(code: number, reason: string): void {
    if (this.#state === "closed") return;
    this.#become("closed");
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
