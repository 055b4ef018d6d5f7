import { randomUUID } from "node:crypto";
import type { Slot } from "./fair-queue.ts";

/** An unused slot goes to the next job after this time. */
const UNUSED_MS = 30_000;

interface Reserved {
  readonly slot: Slot;
  readonly timer: NodeJS.Timeout;
}

/** Slots reserved before their job arrives, by name. */
export class ReservedSlots {
  readonly #reserved = new Map<string, Reserved>();

  /** @returns the name of the slot */
  add(slot: Slot): string {
    const name = randomUUID();
    const timer = setTimeout(() => this.take(name)?.release(), UNUSED_MS);
    timer.unref();
    this.#reserved.set(name, { slot, timer });
    return name;
  }

  /** @returns null if the slot does not exist or has expired */
  take(name: string | null): Slot | null {
    const reserved = name === null ? undefined : this.#reserved.get(name);
    if (name === null || reserved === undefined) return null;
    this.#reserved.delete(name);
    clearTimeout(reserved.timer);
    return reserved.slot;
  }
}
