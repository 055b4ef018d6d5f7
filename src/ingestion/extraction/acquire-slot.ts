import { SandboxBusy } from "./sandbox-busy.ts";

/** Prefix of the path that the slot is for. */
export const SLOT_PREFIX = "/slots/";
/** Id of a granted slot. */
export const SLOT_HEADER = "x-slot";
/** Maximum wait of the caller for a slot, in milliseconds. */
export const MAX_WAIT_HEADER = "x-max-wait-ms";

/** Default for callers with a waiting user, such as requests. */
const SHORT_WAIT_MS = 25_000;
const BUSY = 429;

/** Limit and wrapper of the wait for a slot. */
export interface QueueWait {
  readonly maxWaitMs: number;
  /** Runs the wait; a caller may stop its deadline meanwhile. */
  readonly pause: <T>(wait: () => Promise<T>) => Promise<T>;
}

const SHORT: QueueWait = { maxWaitMs: SHORT_WAIT_MS, pause: async (wait) => await wait() };

/** A slot, as request headers. */
export type SlotHeaders = Readonly<Record<string, string>>;

/**
 * Waits for a slot in the sandbox queue before a stream is opened. A sandbox without a queue grants every
 * slot immediately.
 * @throws SandboxBusy and any error of `fetch`
 */
export async function acquireSlot(
  binding: Fetcher,
  path: string,
  headers: SlotHeaders,
  queueWait: QueueWait = SHORT,
): Promise<SlotHeaders> {
  const asked = { ...headers, [MAX_WAIT_HEADER]: String(queueWait.maxWaitMs) };
  const response = await queueWait.pause(async () => await requestSlot(binding, path, asked));
  await response.body?.cancel();
  if (response.status === BUSY) throw new SandboxBusy("the sandbox is busy");
  const name = response.headers.get(SLOT_HEADER);
  return name === null ? {} : { [SLOT_HEADER]: name };
}

/**
 * Releases a slot when its file cannot be opened, so that the next one need not wait for its expiry. Never
 * rejects.
 */
export async function releaseSlot(binding: Fetcher, path: string, slot: SlotHeaders): Promise<void> {
  if (slot[SLOT_HEADER] === undefined) return;
  try {
    const response = await requestSlot(binding, path, slot);
    await response.body?.cancel();
  } catch {
    // It expires soon.
  }
}

async function requestSlot(binding: Fetcher, path: string, headers: SlotHeaders): Promise<Response> {
  return await binding.fetch(`http://sandbox${SLOT_PREFIX}${path}`, { method: "POST", headers });
}
