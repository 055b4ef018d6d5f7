import type { RobotsTxt } from "./parse-robots.ts";

const HOUR_MS = 60 * 60_000;
/** RFC 9309, 2.4: no longer than 24 hours. How long what a site answered holds: its rules, that it has none, that they cannot be had. */
const KEPT_MS = { read: HOUR_MS, missing: 10 * 60_000, unreadable: 60_000 } as const;
const MAX_SITES = 200;
/** Of the files together; what is made of them takes a few times as much. */
const MAX_BYTES = 2 * 1024 * 1024;

export type SiteRobots = { readonly kind: "read" | "missing"; readonly rules: RobotsTxt } | { readonly kind: "unreadable" };

export interface KeptRobots {
  readonly robots: SiteRobots;
  readonly bytes: number;
  readonly until: number;
}

/** The robots.txt files that were read lately, by origin. What is kept is finished: nobody waits for another's request. */
export class KnownRobots {
  readonly #byOrigin: Map<string, KeptRobots>;
  readonly #now: () => number;

  /** @param byOrigin what is kept, in the order in which it was */
  constructor(byOrigin = new Map<string, KeptRobots>(), now: () => number = Date.now) {
    this.#byOrigin = byOrigin;
    this.#now = now;
  }

  find(origin: string): SiteRobots | null {
    const kept = this.#byOrigin.get(origin);
    if (kept === undefined) return null;
    if (kept.until > this.#now()) return kept.robots;
    this.#byOrigin.delete(origin);
    return null;
  }

  /**
   * Keeps it in place of what was known of the origin; those that were kept first make room.
   * @param bytes of the file
   */
  keep(origin: string, robots: SiteRobots, bytes: number): void {
    this.#byOrigin.delete(origin);
    if (bytes > MAX_BYTES) return;
    this.#byOrigin.set(origin, { robots, bytes, until: this.#now() + KEPT_MS[robots.kind] });
    let sum = 0;
    for (const kept of this.#byOrigin.values()) sum += kept.bytes;
    for (const [first, kept] of this.#byOrigin) {
      if (this.#byOrigin.size <= MAX_SITES && sum <= MAX_BYTES) break;
      this.#byOrigin.delete(first);
      sum -= kept.bytes;
    }
  }
}
