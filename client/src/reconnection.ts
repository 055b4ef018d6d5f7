import { type Backoff, equalJitter, fullJitter } from "./backoff.ts";
import type { ThreadOptions } from "./thread-options.ts";

const BACKOFF: Backoff = { baseMs: 250, maxMs: 15_000 };
const CROWDED: Backoff = { baseMs: 5_000, maxMs: 60_000 };

type ReconnectionLimits = Pick<ThreadOptions, "backoff" | "crowdedBackoff">;

/** A connection that held for so long was a good one: the pauses begin again. */
const STEADY_MS = 5_000;
/** So many tokens in a row may be refused. */
const MAX_TOKENS = 5;

/** By close codes; any other passes. */
const BAD_REQUEST = 4400;
export const UNAUTHENTICATED = 4401;
const TOO_MANY = 4429;
const FINAL: ReadonlySet<number> = new Set([BAD_REQUEST, 4403, 4404, 4413]);

/** What comes after a connection: another one after a pause, or nothing. Knows no clock. */
export class Reconnection {
  readonly #backoff: Backoff;
  readonly #crowdedBackoff: Backoff;
  #failures = 0;
  #refusedTokens = 0;

  constructor({ backoff = BACKOFF, crowdedBackoff = CROWDED }: ReconnectionLimits) {
    this.#backoff = backoff;
    this.#crowdedBackoff = crowdedBackoff;
  }

  /** The token was good. */
  opened(): void {
    this.#refusedTokens = 0;
  }

  /**
   * @param openMs how long the connection was open, 0 when it never was
   * @param isRenewable whether there can be another token
   * @param random 0 to 1
   * @returns the pause in milliseconds; null when no retry can heal it
   */
  pauseAfter(code: number, openMs: number, isRenewable: boolean, random: number): number | null {
    if (FINAL.has(code)) return null;
    this.#failures = openMs >= STEADY_MS ? 1 : this.#failures + 1;
    if (code === TOO_MANY) return equalJitter(this.#crowdedBackoff, this.#failures, random);
    if (code !== UNAUTHENTICATED) return fullJitter(this.#backoff, this.#failures, random);
    this.#refusedTokens += 1;
    if (!isRenewable || this.#refusedTokens >= MAX_TOKENS) return null;
    return this.#refusedTokens === 1 && this.#failures === 1 ? 0 : equalJitter(this.#crowdedBackoff, this.#refusedTokens, random);
  }
}
