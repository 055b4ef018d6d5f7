import { type Deferred, deferred } from "./deferred.ts";
import type { ThreadFrame } from "./frames.ts";

/** What waits for the first iterator at most: as much as the service keeps. */
export const MAX_UNCLAIMED = { frames: 10_000, chars: 8 * 1024 * 1024 } as const;

interface Link {
  frame?: ThreadFrame;
  /** Of the frame's text. */
  chars?: number;
  next?: Link;
}

/**
 * Hands every frame to every iterator, each at its own pace. Frames are links of a chain that only grows at its end: what no iterator
 * has before it any more is garbage, and a slow one keeps what it has not seen, however much that is.
 */
export class FrameStream {
  #tail: Link = {};
  /** What the first iterator begins with; null once there was one. */
  #first: Link | null = this.#tail;
  readonly #unclaimed = { frames: 0, chars: 0 };
  #droppedSeq: number | null = null;
  #isEnded = false;
  #news: Deferred<void> = deferred();

  /** @param chars of the frame's text */
  push(frame: ThreadFrame, chars: number): void {
    const next: Link = {};
    Object.assign(this.#tail, { frame, chars, next });
    this.#tail = next;
    this.#unclaimed.frames += 1;
    this.#unclaimed.chars += chars;
    this.#forget();
    this.#tell();
  }

  /** Iterators end behind the last frame. */
  end(): void {
    this.#isEnded = true;
    this.#tell();
  }

  /** The first one begins with the first frame of all, later ones with what comes next. */
  iterate(): AsyncGenerator<ThreadFrame, void> {
    const first = this.#first;
    const dropped = this.#droppedSeq;
    this.#first = null;
    this.#droppedSeq = null;
    return this.#walk(first ?? this.#tail, first !== null && dropped !== null ? { resync: true, seq: dropped } : null);
  }

  /** Begins with what comes next, and leaves the frames before it to the first iterator. */
  follow(): AsyncGenerator<ThreadFrame, void> {
    return this.#walk(this.#tail, null);
  }

  /** The parameter itself continues: a generator keeps its parameters, and the first link would keep all that come after it. */
  async *#walk(link: Link, before: ThreadFrame | null): AsyncGenerator<ThreadFrame, void> {
    if (before !== null) yield before;
    for (;;) {
      if (link.frame !== undefined && link.next !== undefined) {
        yield link.frame;
        link = link.next;
      } else if (this.#isEnded) return;
      else await this.#news.promise;
    }
  }

  /** Without an iterator the oldest frames go; one that comes later is told so. */
  #forget(): void {
    while (this.#first !== null && this.#isTooMuch()) {
      const { frame, chars = 0, next = this.#tail }: Link = this.#first;
      this.#unclaimed.frames -= 1;
      this.#unclaimed.chars -= chars;
      this.#droppedSeq = frame?.seq ?? this.#droppedSeq;
      this.#first = next;
    }
  }

  #isTooMuch(): boolean {
    return this.#unclaimed.frames > MAX_UNCLAIMED.frames || this.#unclaimed.chars > MAX_UNCLAIMED.chars;
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = deferred();
  }
}
