import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import { interceptBatches } from "./intercept-batches.ts";
import type { RoomStub } from "../rows/workplace.ts";

const never = new Promise<never>(() => undefined);

/**
 * Fails every D1 batch of the sender from the nth on, before it is sent or after it returned. Ends with
 * `vi.restoreAllMocks`.
 */
export function stopAtBatch(
  stopped: number,
  phase: "before" | "after",
): { readonly isReached: () => boolean } {
  let isReached = false;
  interceptBatches(async (nth, send) => {
    if (nth !== stopped) return send();
    if (phase === "after") await send();
    isReached = true;
    return never;
  });
  return { isReached: () => isReached };
}

/** An eviction would wait for calls in progress. An abort cuts them off, as a crash does. */
export async function crashRoom(room: RoomStub): Promise<void> {
  await expect(runInDurableObject(room, (_, state) => state.abort("crash"))).rejects.toThrow("crash");
}
