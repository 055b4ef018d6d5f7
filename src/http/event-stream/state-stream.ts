import { STREAM_PREAMBLE, comment } from "./stream-preamble.ts";
import { TextStream } from "./text-stream.ts";

/** A version of a state that changes until it is final. */
export interface StreamState {
  /** Number that increases with each change. */
  readonly version: number;
  readonly data: unknown;
  readonly isLast: boolean;
}

export interface StateLimits {
  /** Milliseconds between two checks. */
  readonly lookMs: number;
  /**
   * Number of checks without a change after which the stream sends a comment. A reader who reads nothing for
   * twice as long is disconnected.
   */
  readonly silentLooks: number;
  /**
   * Checks per stream, because a Worker invocation has a limit of subrequests. Afterwards the reader
   * reconnects.
   */
  readonly looks: number;
}

export const STATE_LIMITS: StateLimits = { lookMs: 3_000, silentLooks: 5, looks: 900 };

export interface StateStreamOptions {
  /** The state that the reader already has or receives first. */
  readonly first: StreamState;
  readonly hasSeenFirst: boolean;
  /** Returns the state if it is newer than `since`, otherwise null. Each call checks access. */
  readonly look: (since: number) => Promise<StreamState | null>;
  /** Returns the last frame after a failed check; null for none. */
  readonly closingFrame: (error: unknown) => Promise<string | null>;
  /** Aborted when the reader disconnects. */
  readonly left: AbortSignal;
  /** Called once after the end of the stream. */
  readonly onOver: () => void;
  readonly limits?: StateLimits;
}

/**
 * Streams the state after each change until it is final. The stream queues nothing for a slow reader: checks
 * pause until they have read, then send the newest state.
 */
export function openStateStream(options: StateStreamOptions): ReadableStream<Uint8Array> {
  return new StateStream(options).body;
}

class StateStream {
  readonly #options: StateStreamOptions;
  readonly #limits: StateLimits;
  readonly #out: TextStream;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seen: number;
  #looks = 0;
  #silentLooks = 0;
  #isOver = false;

  constructor(options: StateStreamOptions) {
    const { first, hasSeenFirst, left } = options;
    this.#options = options;
    this.#limits = options.limits ?? STATE_LIMITS;
    this.#seen = first.version;
    this.#out = new TextStream({ onTaken: () => (this.#silentLooks = 0), onOver: () => this.#stop() }, "");
    this.#out.write(STREAM_PREAMBLE);
    if (!hasSeenFirst) this.#tell(first);
    if (first.isLast) this.#out.end();
    else this.#wait();
    left.addEventListener("abort", () => this.#out.abandon());
    if (left.aborted) this.#out.abandon();
  }

  get body(): ReadableStream<Uint8Array> {
    return this.#out.body;
  }

  #tell({ version, data }: StreamState): void {
    this.#seen = version;
    this.#silentLooks = 0;
    this.#out.write(`id: ${version}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  #wait(): void {
    this.#timer = setTimeout(() => void this.#next(), this.#limits.lookMs);
  }

  async #next(): Promise<void> {
    this.#looks += 1;
    this.#silentLooks += 1;
    const isHeldUp = this.#out.waitingChars > 0;
    if (isHeldUp && this.#silentLooks > 2 * this.#limits.silentLooks) return this.#out.abandon();
    if (!isHeldUp && (await this.#isEndedByLook())) return this.#out.end();
    if (this.#isOver) return;
    if (this.#looks >= this.#limits.looks) return this.#out.end();
    this.#wait();
  }

  async #isEndedByLook(): Promise<boolean> {
    try {
      const state = await this.#options.look(this.#seen);
      if (state !== null) this.#tell(state);
      else if (this.#silentLooks % this.#limits.silentLooks === 0) this.#out.write(comment(0));
      return state?.isLast === true;
    } catch (error) {
      const lastWord = await this.#options.closingFrame(error);
      if (lastWord !== null) this.#out.write(`data: ${lastWord}\n\n`);
      return true;
    }
  }

  #stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#options.onOver();
  }
}
