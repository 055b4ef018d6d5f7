import { SandboxBusy } from "./sandbox-busy.ts";

/** Path prefix of a slot request. The rest is the path of the request that needs the slot. */
export const SLOT_PREFIX = "/slots/";
/** Header with the id of a granted slot. */
export const SLOT_HEADER = "x-slot";
/** Header with the caller's maximum wait for a slot, in milliseconds. */
export const MAX_WAIT_HEADER = "x-max-wait-ms";

/** Default wait while a user waits for the response, in milliseconds. */
const SHORT_WAIT_MS = 25_000;
const BUSY = 429;

/** How a caller waits for a slot. */
export interface QueueWait {
  readonly maxWaitMs: number;
  /** Runs the wait for a slot. The caller may pause its own deadline during the wait. */
  readonly pause: <T>(wait: () => Promise<T>) => Promise<T>;
}

const SHORT: QueueWait = { maxWaitMs: SHORT_WAIT_MS, pause: async (wait) => await wait() };

/** Request headers that identify a slot. */
export type SlotHeaders = Readonly<Record<string, string>>;

/**
 * Waits for a slot in the sandbox queue before the caller opens a stream. A sandbox without a queue grants
 * every slot immediately.
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
 * Releases a slot if the caller cannot open its file, so that the next caller need not wait until the slot
 * expires. Never rejects.
 */
export async function releaseSlot(binding: Fetcher, path: string, slot: SlotHeaders): Promise<void> {
  if (slot[SLOT_HEADER] === undefined) return;
  try {
    const response = await requestSlot(binding, path, slot);
    await response.body?.cancel();
  } catch {
    // The slot will expire soon.
  }
}

async function requestSlot(binding: Fetcher, path: string, headers: SlotHeaders): Promise<Response> {
  return await binding.fetch(`http://sandbox${SLOT_PREFIX}${path}`, { method: "POST", headers });
}
