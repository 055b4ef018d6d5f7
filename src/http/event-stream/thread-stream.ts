import { STREAM_PREAMBLE, comment } from "./stream-preamble.ts";
import { TextStream } from "./text-stream.ts";
import { MS_PER_HOUR } from "../../domain/time.ts";

/** Limits of a stream. Times are in milliseconds, sizes in UTF-16 code units. */
export interface StreamLimits {
  /**
   * Interval of comments. The stream disconnects a reader who reads nothing during one interval although text
   * is buffered.
   */
  readonly heartbeatMs: number;
  /**
   * Maximum lifetime and length of a stream, because a Worker invocation has limited CPU time. Afterwards the
   * reader reconnects.
   */
  readonly lifeMs: number;
  readonly lifeChars: number;
  /**
   * Maximum buffered text. Above it, the stream unsubscribes from the thread until the reader has read the
   * text.
   */
  readonly waitingChars: number;
}

export const STREAM_LIMITS: StreamLimits = {
  heartbeatMs: 15_000,
  lifeMs: MS_PER_HOUR,
  lifeChars: 32 * 1024 * 1024,
  waitingChars: 128 * 1024,
};

export interface StreamOptions {
  /** Opens a socket of the thread that receives events after number `since`. */
  readonly open: (since: number) => Promise<WebSocket>;
  /** Returns the last frame if the socket cannot be reopened; null for none. */
  readonly closingFrame: (error: unknown) => string | null;
  /** Number of the last event that the reader has; null to receive only new events. */
  readonly since: number | null;
  /** Aborted when the reader disconnects. The stream itself notices the disconnect only at its next write. */
  readonly left: AbortSignal;
  /** Padding bytes after each batch. */
  readonly padding: number;
  readonly limits?: StreamLimits;
}

/** Number above the event numbers of every thread. The room responds to it with its newest number. */
const NEWEST = 999_999_999_999_999;
/** The room's close code for a reader that must reconnect to receive more events. */
const TOO_SLOW = 4408;
const NORMAL_CLOSURE = 1000;
const CONNECTION_LOST = 1006;

/**
 * The events of a thread as an endless response. The room sees only a socket of this Worker, so it can
 * hibernate as usual. For a slow reader, the stream stores only the last number, and the room's log contains
 * the later events.
 * @throws errors of `open` for the first socket
 */
export async function openThreadStream(options: StreamOptions): Promise<ReadableStream<Uint8Array>> {
  const first = await options.open(options.since ?? NEWEST);
  return new ThreadStream(options, first).body;
}

class ThreadStream {
  readonly #options: StreamOptions;
  readonly #limits: StreamLimits;
  readonly #out: TextStream;
  readonly #endsAt: number;
  readonly #timer: ReturnType<typeof setInterval>;
  #socket: WebSocket | null = null;
  /** Number of the last event; null until the room reports its newest number. */
  #lastSeq: number | null;
  #sentChars = 0;
  #hasReceived = false;
  #awaitsPong = false;
  #hasTaken = true;
  /**
   * Whether the room has more events than the reader received. The stream fetches these after the reader has
   * read all text.
   */
  #isBehind = false;
  #isOver = false;

  constructor(options: StreamOptions, first: WebSocket) {
    this.#options = options;
    this.#limits = options.limits ?? STREAM_LIMITS;
    this.#lastSeq = options.since;
    this.#out = new TextStream(
      { onTaken: () => this.#taken(), onOver: () => this.#stop() },
      paddingOf(options),
    );
    this.#endsAt = Date.now() + this.#limits.lifeMs;
    this.#timer = setInterval(() => this.#beat(), this.#limits.heartbeatMs);
    this.#out.write(STREAM_PREAMBLE);
    this.#listen(first);
    options.left.addEventListener("abort", () => this.#out.abandon());
    if (options.left.aborted) this.#out.abandon();
  }

  get body(): ReadableStream<Uint8Array> {
    return this.#out.body;
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket;
    this.#hasReceived = false;
    this.#awaitsPong = false;
    const isCurrent = (): boolean => this.#socket === socket;
    socket.addEventListener("message", ({ data }) => isCurrent() && this.#onFrame(String(data)));
    socket.addEventListener("close", ({ code }) => isCurrent() && this.#lose(code));
    socket.addEventListener("error", () => isCurrent() && this.#lose(CONNECTION_LOST));
    socket.accept();
    // The ping makes the local runtime report the socket's end promptly, which it delays for a socket that
    // never sent anything.
    this.#ping();
  }

  #onFrame(frame: string): void {
    if (frame === "pong") {
      this.#awaitsPong = false;
      return;
    }
    const seq = numberOf(frame);
    // Sends the start position as an id, so the reader resumes there even if no event follows.
    const isBeginning = this.#lastSeq === null && seq !== null;
    this.#hasReceived = true;
    this.#lastSeq = seq ?? this.#lastSeq;
    const text = `${seq === null ? "" : `id: ${seq}\n`}${isBeginning ? "" : `data: ${frame}\n`}\n`;
    this.#sentChars += text.length;
    this.#out.write(text);
    if (this.#sentChars > this.#limits.lifeChars) return this.#end();
    if (this.#out.waitingChars > this.#limits.waitingChars) this.#rest();
  }

  /**
   * Closes the socket of a slow reader. The stream fetches later events after the reader has read all text.
   */
  #rest(): void {
    this.#isBehind = true;
    this.#drop();
  }

  #lose(code: number): void {
    this.#drop();
    // A socket that the room closes right after opening means that the room has no capacity now.
    if (code !== TOO_SLOW || !this.#hasReceived) return this.#end();
    this.#isBehind = true;
    if (this.#out.waitingChars === 0) void this.#goOn();
  }

  #taken(): void {
    this.#hasTaken = true;
    if (this.#isBehind) void this.#goOn();
  }

  async #goOn(): Promise<void> {
    this.#isBehind = false;
    try {
      const socket = await this.#options.open(this.#lastSeq ?? NEWEST);
      if (!this.#isOver) return this.#listen(socket);
      socket.accept();
      socket.close(NORMAL_CLOSURE);
    } catch (error) {
      const lastWord = this.#options.closingFrame(error);
      if (lastWord !== null) this.#out.write(`data: ${lastWord}\n\n`);
      this.#end();
    }
  }

  #beat(): void {
    const isSilent = this.#socket !== null && this.#awaitsPong;
    if (this.#out.waitingChars > 0 && !this.#hasTaken) return this.#out.abandon();
    if (isSilent || Date.now() >= this.#endsAt) return this.#end();
    this.#hasTaken = this.#out.waitingChars === 0;
    if (this.#hasTaken) this.#out.write(comment(0));
    if (this.#socket !== null) this.#ping();
  }

  #ping(): void {
    this.#awaitsPong = true;
    this.#socket?.send("ping");
  }

  #end(): void {
    this.#out.end();
    this.#stop();
  }

  #stop(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#drop();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    try {
      socket?.close(NORMAL_CLOSURE);
    } catch {
      // Ignores a socket that has already ended.
    }
  }
}

function paddingOf({ padding }: StreamOptions): string {
  return padding === 0 ? "" : comment(padding);
}

/** The event's number at the end of the frame; null if the frame contains no event. */
function numberOf(frame: string): number | null {
  const name = ',"seq":';
  const at = frame.lastIndexOf(name);
  const digits = frame.slice(at + name.length, -1);
  return at > 0 && /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
