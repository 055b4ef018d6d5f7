import { SandboxBusy } from "./sandbox-busy.ts";

/** Prefix of the path that the turn is for. */
export const TURN_PREFIX = "/turns/";
/** Id of a granted turn. */
export const TURN_HEADER = "x-turn";
/** How long the caller waits for a turn, in milliseconds. */
export const MAX_WAIT_HEADER = "x-max-wait-ms";

/** Default for callers with a waiting user, such as requests. */
const SHORT_WAIT_MS = 25_000;
const BUSY = 429;

/** How a caller waits for its turn. */
export interface Patience {
  readonly maxWaitMs: number;
  /** Runs the wait; a caller may stop its deadline meanwhile. */
  readonly pause: <T>(wait: () => Promise<T>) => Promise<T>;
}

const SHORT: Patience = { maxWaitMs: SHORT_WAIT_MS, pause: async (wait) => await wait() };

/** A turn, as request headers. */
export type TurnHeaders = Readonly<Record<string, string>>;

/**
 * Waits for a turn in the sandbox queue before a stream is opened. A sandbox without a queue grants every
 * turn immediately.
 * @throws SandboxBusy and any error of `fetch`
 */
export async function takeTurn(binding: Fetcher, path: string, headers: TurnHeaders, patience: Patience = SHORT): Promise<TurnHeaders> {
  const asked = { ...headers, [MAX_WAIT_HEADER]: String(patience.maxWaitMs) };
  const response = await patience.pause(async () => await askForTurn(binding, path, asked));
  await response.body?.cancel();
  if (response.status === BUSY) throw new SandboxBusy("the sandbox is busy");
  const name = response.headers.get(TURN_HEADER);
  return name === null ? {} : { [TURN_HEADER]: name };
}

/**
 * Releases a turn when its file cannot be opened, so that the next one need not wait for its expiry. Never
 * rejects.
 */
export async function giveTurnBack(binding: Fetcher, path: string, turn: TurnHeaders): Promise<void> {
  if (turn[TURN_HEADER] === undefined) return;
  try {
    const response = await askForTurn(binding, path, turn);
    await response.body?.cancel();
  } catch {
    // It expires soon.
  }
}

async function askForTurn(binding: Fetcher, path: string, headers: TurnHeaders): Promise<Response> {
  return await binding.fetch(`http://sandbox${TURN_PREFIX}${path}`, { method: "POST", headers });
}
