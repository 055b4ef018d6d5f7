import { ServiceError } from "../../domain/errors.ts";

export interface SlotLimits {
  /** Concurrent calls per caller at most. */
  readonly atOnce: number;
  /** Waiting calls per caller at most. */
  readonly waiting: number;
  /** Maximum time in milliseconds to use or to wait for a slot. */
  readonly heldMs: number;
}

/**
 * A slot of a running call. Each slot expires, because the call of a disconnected client may never release
 * it.
 */
interface Slot {
  readonly until: number;
}

interface Caller {
  readonly held: Set<Slot>;
  readonly waiters: ((slot: Slot | null) => void)[];
}

/**
 * Gives each caller a few slots. Further calls wait in order of arrival. One object serves all requests of an
 * isolate.
 */
export class CallSlots {
  readonly #limits: SlotLimits;
  readonly #callers = new Map<string, Caller>();

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * Acquires a slot for a call.
   * @returns a function that releases the slot
   * @throws ServiceError `resource_exhausted` if too many calls wait, or no slot became free in time
   */
  async take(key: string): Promise<() => void> {
    const caller = this.#callers.get(key) ?? { held: new Set(), waiters: [] };
    this.#callers.set(key, caller);
    // A timer may fire a millisecond before Date.now() reaches its time. Every slot in use now has expired by
    // this time.
    const ended = Date.now() + this.#limits.heldMs;
    const slot = this.#free(caller) ?? (await this.#wait(caller)) ?? this.#free(caller, ended);
    if (slot === null) throw tooMany();
    return () => {
      if (!caller.held.delete(slot)) return;
      caller.waiters.shift()?.(this.#free(caller));
      if (caller.held.size === 0) this.#callers.delete(key);
    };
  }

  #free({ held }: Caller, least = 0): Slot | null {
    const now = Math.max(Date.now(), least);
    for (const slot of held) if (slot.until <= now) held.delete(slot);
    if (held.size >= this.#limits.atOnce) return null;
    const slot = { until: now + this.#limits.heldMs };
    held.add(slot);
    return slot;
  }

  async #wait({ waiters }: Caller): Promise<Slot | null> {
    if (waiters.length >= this.#limits.waiting) throw tooMany();
    const { promise, resolve } = Promise.withResolvers<Slot | null>();
    waiters.push(resolve);
    const timer = setTimeout(() => {
      const at = waiters.indexOf(resolve);
      if (at >= 0) waiters.splice(at, 1);
      resolve(null);
    }, this.#limits.heldMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }
}

function tooMany(): ServiceError {
  return new ServiceError(
    "resource_exhausted",
    "Too many calls at once. Wait until some of them have ended.",
  );
}
