import { SandboxBusy } from "./sandbox-busy.ts";

/** Before this stands the path that the turn is for. */
export const TURN_PREFIX = "/turns/";
/** The name of a turn that was granted. */
export const TURN_HEADER = "x-turn";
/** For how long the caller waits for a turn, in milliseconds. */
export const MAX_WAIT_HEADER = "x-max-wait-ms";

/** A caller that has no patience of its own, such as a request that somebody waits for. */
const SHORT_WAIT_MS = 25_000;
const BUSY = 429;

/** How a caller waits for its turn. */
export interface Patience {
  readonly maxWaitMs: number;
  /** Runs the wait: a deadline of the caller may stand still meanwhile. */
  readonly pause: <T>(wait: () => Promise<T>) => Promise<T>;
}

const SHORT: Patience = { maxWaitMs: SHORT_WAIT_MS, pause: async (wait) => await wait() };

/** A turn, as the headers that claim it. */
export type TurnHeaders = Readonly<Record<string, string>>;

/**
 * Waits for a turn before anything is opened. Only an sandbox that has a queue names the turn; another one lets everybody begin at once.
 * @throws SandboxBusy, what `fetch` throws
 */
export async function takeTurn(binding: Fetcher, path: string, headers: TurnHeaders, patience: Patience = SHORT): Promise<TurnHeaders> {
  const asked = { ...headers, [MAX_WAIT_HEADER]: String(patience.maxWaitMs) };
  const response = await patience.pause(async () => await askForTurn(binding, path, asked));
  await response.body?.cancel();
  if (response.status === BUSY) throw new SandboxBusy("the sandbox is busy");
  const name = response.headers.get(TURN_HEADER);
  return name === null ? {} : { [TURN_HEADER]: name };
}

/** For a file that cannot be opened: the next one need not wait until the turn is over by itself. Never rejects. */
export async function giveTurnBack(binding: Fetcher, path: string, turn: TurnHeaders): Promise<void> {
  if (turn[TURN_HEADER] === undefined) return;
  try {
    const response = await askForTurn(binding, path, turn);
    await response.body?.cancel();
  } catch {
    // It is over by itself soon.
  }
}

async function askForTurn(binding: Fetcher, path: string, headers: TurnHeaders): Promise<Response> {
  return await binding.fetch(`http://sandbox${TURN_PREFIX}${path}`, { method: "POST", headers });
}
