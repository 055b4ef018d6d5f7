import { randomUUID } from "node:crypto";
import type { Turn } from "./fair-queue.ts";

/** A turn that nobody uses within this time goes to the next job. */
const UNUSED_MS = 30_000;

interface Granted {
  readonly turn: Turn;
  readonly timer: NodeJS.Timeout;
}

/** Turns that were granted before their job came, by the name that the job will give. */
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

  /** @returns null when there is no such turn, or not any more */
  take(name: string | null): Turn | null {
    const granted = name === null ? undefined : this.#granted.get(name);
    if (name === null || granted === undefined) return null;
    this.#granted.delete(name);
    clearTimeout(granted.timer);
    return granted.turn;
  }
}
