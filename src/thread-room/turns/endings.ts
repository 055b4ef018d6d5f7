import type { Meter } from "../../storage/d1/database.ts";
import type { ThreadRows } from "../../storage/d1/thread-view.ts";
import { type Ending, NO_COST } from "../api.ts";

/** Threads of up to 2 MiB each are kept until their caller comes for them. */
const MAX_KEPT = 8;

/**
 * How turns end, for the callers that wait. Memory only: after a restart nobody waits here any more, and D1 tells.
 * An ending may come before its caller asks for it, so those that were announced are kept for a while.
 */
export class Endings {
  readonly #announced = new Map<string, number>();
  readonly #kept = new Map<string, Ending>();
  readonly #waiting = new Map<string, ((ending: Ending) => void)[]>();

  /** @param messagesShown with how many of its messages the thread is wanted then */
  announce(messageId: string, messagesShown: number): void {
    this.#announced.set(messageId, Math.max(messagesShown, this.#announced.get(messageId) ?? 0));
  }

  /** Null when nobody wants the thread. */
  messagesShown(messageId: string): number | null {
    return this.#announced.get(messageId) ?? null;
  }

  /** Nothing will end: the message was not taken, or not now. */
  forget(messageId: string): void {
    this.#announced.delete(messageId);
  }

  settle(messageId: string, cost: { meter: Meter; units: number }, thread: ThreadRows | null): void {
    const ending: Ending = { done: true, ...cost, thread };
    const wasAnnounced = this.#announced.delete(messageId);
    const waiting = this.#waiting.get(messageId);
    this.#waiting.delete(messageId);
    for (const resolve of waiting ?? []) resolve(ending);
    if (waiting !== undefined || !wasAnnounced) return;
    this.#kept.set(messageId, ending);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
  }

  /** An ending that was kept; it is handed out once. */
  take(messageId: string): Ending | null {
    const ending = this.#kept.get(messageId) ?? null;
    this.#kept.delete(messageId);
    return ending;
  }

  wait(messageId: string, timeoutMs: number): Promise<Ending> {
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const timer = setTimeout(() => resolve({ done: false, meter: NO_COST, units: 0, thread: null }), timeoutMs);
    const settled = (ending: Ending): void => {
      clearTimeout(timer);
      resolve(ending);
    };
    this.#waiting.set(messageId, [...(this.#waiting.get(messageId) ?? []), settled]);
    return promise;
  }
}
