import { type Resolvers, withResolvers } from "./with-resolvers.ts";
import type { ThreadFrame } from "./frames.ts";

/** Limits of the frames that wait for the first iterator. They equal the service's own retention. */
export const MAX_UNCLAIMED = { frames: 10_000, chars: 8 * 1024 * 1024 } as const;

interface Link {
  frame?: ThreadFrame;
  /** Length of the frame's text. */
  chars?: number;
  next?: Link;
}

/**
 * Delivers every frame to every iterator at its own pace. Frames form a linked list that grows only at its
 * end. Frames that no iterator still needs become garbage; a slow iterator keeps all its unread frames alive.
 */
export class FrameStream {
  #tail: Link = {};
  /** Start of the first iterator; null after that iterator began. */
  #first: Link | null = this.#tail;
  readonly #unclaimed = { frames: 0, chars: 0 };
  #droppedSeq: number | null = null;
  #isEnded = false;
  #news: Resolvers<void> = withResolvers();

  /** @param chars length of the frame's text */
  push(frame: ThreadFrame, chars: number): void {
    const next: Link = {};
    Object.assign(this.#tail, { frame, chars, next });
    this.#tail = next;
    this.#unclaimed.frames += 1;
    this.#unclaimed.chars += chars;
    this.#forget();
    this.#tell();
  }

  /** Ends the stream: iterators end after the last frame. */
  end(): void {
    this.#isEnded = true;
    this.#tell();
  }

  /** The first iterator begins with the first frame, later ones with the next frame. */
  iterate(): AsyncGenerator<ThreadFrame, void> {
    const first = this.#first;
    const dropped = this.#droppedSeq;
    this.#first = null;
    this.#droppedSeq = null;
    return this.#walk(
      first ?? this.#tail,
      first !== null && dropped !== null ? { resync: true, seq: dropped } : null,
    );
  }

  /** Begins with the next frame and leaves the earlier ones to the first iterator. */
  follow(): AsyncGenerator<ThreadFrame, void> {
    return this.#walk(this.#tail, null);
  }

  /**
   * Reassigns the parameter: a generator retains its parameters, and the first link would keep all later
   * frames alive.
   */
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

  /** Drops the oldest frames while there is no iterator. A later iterator receives a `resync` frame. */
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
    this.#news = withResolvers();
  }
}
