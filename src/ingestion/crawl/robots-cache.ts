import type { RobotsTxt } from "./parse-robots.ts";
import { MS_PER_MINUTE, MS_PER_HOUR } from "../../domain/time.ts";

/** Cache lifetimes of a site's robots.txt by outcome; RFC 9309, 2.4 allows up to 24 hours. */
const KEPT_MS = { read: MS_PER_HOUR, missing: 10 * MS_PER_MINUTE, unreadable: MS_PER_MINUTE } as const;
const MAX_SITES = 200;
/** Total size of the cached files; the parsed rules take a few times as much. */
const MAX_BYTES = 2 * 1024 * 1024;

export type SiteRobots =
  | { readonly kind: "read" | "missing"; readonly rules: RobotsTxt }
  | { readonly kind: "unreadable" };

export interface CachedRobots {
  readonly robots: SiteRobots;
  readonly bytes: number;
  readonly until: number;
}

/**
 * Cache of parsed robots.txt files by origin. Contains only finished results, so no request waits for the I/O
 * of another request.
 */
export class RobotsCache {
  readonly #byOrigin: Map<string, CachedRobots>;
  readonly #now: () => number;

  /** @param byOrigin cached results in order of insertion */
  constructor(byOrigin = new Map<string, CachedRobots>(), now: () => number = Date.now) {
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
   * Replaces the result of an origin and evicts the oldest results.
   * @param bytes size of the file
   */
  set(origin: string, robots: SiteRobots, bytes: number): void {
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
