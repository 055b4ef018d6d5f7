import { abortable } from "./abortable.ts";

/** Waits, or rejects with the signal's reason on abort. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await abortable(over, signal).finally(() => clearTimeout(timer));
}
