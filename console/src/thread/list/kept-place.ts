import { keep, kept } from "../../data/kept.ts";
import type { Anchor } from "./anchored-rows.ts";

/** Where the person left a thread, and the newest row then. */
export interface Place extends Anchor {
  readonly newestKey: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const WRITE_AFTER_MS = 500;

/** The line last read, kept on this device. */
export class KeptPlace {
  /** The place at the time of opening; null at the first visit. */
  readonly before: Place | null;
  readonly #userId: string | null;
  readonly #name: string;
  #latest: Place | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param userId null for guests, of whose visit the device keeps nothing */
  constructor(userId: string | null, threadId: string) {
    this.#userId = userId;
    this.#name = `place:${threadId}`;
    this.before = userId === null ? null : placeOf(kept(userId, this.#name));
  }

  rest(anchor: Anchor, newestKey: string): void {
    this.#latest = { ...anchor, newestKey, at: Date.now() };
    this.#timer ??= setTimeout(() => this.write(), WRITE_AFTER_MS);
  }

  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#latest !== null && this.#userId !== null) keep(this.#userId, this.#name, this.#latest);
  }
}

function placeOf(found: unknown): Place | null {
  if (typeof found !== "object" || found === null) return null;
  const place = found as Partial<Place>;
  return typeof place.key === "string" && typeof place.top === "number" && typeof place.at === "number"
    ? { key: place.key, top: place.top, newestKey: place.newestKey ?? "", at: place.at }
    : null;
}
