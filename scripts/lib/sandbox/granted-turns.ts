import { randomUUID } from "node:crypto";
import type { Turn } from "./fair-queue.ts";

/** An unused turn goes to the next job after this time. */
const UNUSED_MS = 30_000;

interface Granted {
  readonly turn: Turn;
  readonly timer: NodeJS.Timeout;
}

/** Turns granted before their job arrives, by name. */
export class GrantedTurns {
  readonly #granted = new Map<string, Granted>();

  /** @returns the name of the turn */
  keep(turn: Turn): string {
    const name = randomUUID();
    const timer = setTimeout(() => this.take(name)?.end(), UNUSED_MS);
    timer.unref();
    this.#granted.set(name, { turn, timer });
    return name;
  }

  /** @returns null if the turn does not exist or has expired */
  take(name: string | null): Turn | null {
    const granted = name === null ? undefined : this.#granted.get(name);
    if (name === null || granted === undefined) return null;
    this.#granted.delete(name);
    clearTimeout(granted.timer);
    return granted.turn;
  }
}
