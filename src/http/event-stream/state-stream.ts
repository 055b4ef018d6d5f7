import { BEGINNING, comment } from "./comment.ts";
import { TextStream } from "./text-stream.ts";

/** Of a thing that changes, and ends one day. */
export interface ToldState {
  /** Grows with each change. */
  readonly version: number;
  readonly data: unknown;
  readonly isLast: boolean;
}

export interface StateLimits {
  /** From one look to the next, milliseconds. */
  readonly lookMs: number;
  /** After so many looks without news comes a comment; who takes nothing within twice as many, though something waits, is given up. */
  readonly silentLooks: number;
  /** A stream lasts so many looks, as a call of a Worker may make so many others. Its reader comes back. */
  readonly looks: number;
}

export const STATE_LIMITS: StateLimits = { lookMs: 3_000, silentLooks: 5, looks: 900 };

export interface StateStreamOptions {
  /** What the reader has seen by now, or is told at first. */
  readonly first: ToldState;
  readonly hasSeenFirst: boolean;
  /** What is newer than a version; null for nothing. Whether the reader may see it is asked each time. */
  readonly look: (since: number) => Promise<ToldState | null>;
  /** The frame with which a stream ends whose look has failed; null: it ends without a word. */
  readonly lastWord: (error: unknown) => Promise<string | null>;
  /** Aborted when the reader's connection has ended. */
  readonly left: AbortSignal;
  /** Called once. */
  readonly onOver: () => void;
  readonly limits?: StateLimits;
}

/**
 * How something is, again after each change, until it ends. Nothing is kept for a reader who falls behind: while they take nothing, nobody looks,
 * and what they are told then is how it is then.
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
    this.#out.write(BEGINNING);
    if (!hasSeenFirst) this.#tell(first);
    if (first.isLast) this.#out.end();
    else this.#wait();
    left.addEventListener("abort", () => this.#out.abandon());
    if (left.aborted) this.#out.abandon();
  }

  get body(): ReadableStream<Uint8Array> {
    return this.#out.body;
  }

  #tell({ version, data }: ToldState): void {
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
      const lastWord = await this.#options.lastWord(error);
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
