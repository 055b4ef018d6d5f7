import { type Backoff, equalJitter, fullJitter } from "./backoff.ts";
import type { ThreadOptions } from "./thread-options.ts";

const BACKOFF: Backoff = { baseMs: 250, maxMs: 15_000 };
const CROWDED: Backoff = { baseMs: 5_000, maxMs: 60_000 };

type ReconnectionLimits = Pick<ThreadOptions, "backoff" | "crowdedBackoff">;

/** A connection of at least this length resets the backoff. */
const STEADY_MS = 5_000;
/** Maximum number of rejected tokens in a row. */
const MAX_TOKENS = 5;

/** Close codes of final rejections; all others are temporary. */
const BAD_REQUEST = 4400;
export const UNAUTHENTICATED = 4401;
const TOO_MANY = 4429;
const FINAL: ReadonlySet<number> = new Set([BAD_REQUEST, 4403, 4404, 4413]);

/** Decides whether to reconnect and after which delay. It uses no clock. */
export class Reconnection {
  readonly #backoff: Backoff;
  readonly #crowdedBackoff: Backoff;
  #failures = 0;
  #refusedTokens = 0;

  constructor({ backoff = BACKOFF, crowdedBackoff = CROWDED }: ReconnectionLimits) {
    this.#backoff = backoff;
    this.#crowdedBackoff = crowdedBackoff;
  }

  /** Call it when the service has accepted the token. */
  opened(): void {
    this.#refusedTokens = 0;
  }

  /**
   * @param openMs duration of the connection, 0 if it never opened
   * @param isRenewable whether the source can provide another token
   * @param random 0 to 1
   * @returns the delay in milliseconds; null if no retry can succeed
   */
  pauseAfter(code: number, openMs: number, isRenewable: boolean, random: number): number | null {
    if (FINAL.has(code)) return null;
    this.#failures = openMs >= STEADY_MS ? 1 : this.#failures + 1;
    if (code === TOO_MANY) return equalJitter(this.#crowdedBackoff, this.#failures, random);
    if (code !== UNAUTHENTICATED) return fullJitter(this.#backoff, this.#failures, random);
    this.#refusedTokens += 1;
    if (!isRenewable || this.#refusedTokens >= MAX_TOKENS) return null;
    return this.#refusedTokens === 1 && this.#failures === 1
      ? 0
      : equalJitter(this.#crowdedBackoff, this.#refusedTokens, random);
  }
}
