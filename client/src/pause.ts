import { unlessAborted } from "./unless-aborted.ts";

/** Waits, or rejects with the signal's reason on abort. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await unlessAborted(over, signal).finally(() => clearTimeout(timer));
}
