import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import { interceptBatches } from "./d1-batches.ts";
import type { RoomStub } from "./room-fixtures.ts";

const never = new Promise<never>(() => undefined);

/** Stops the sender of the nth batch to D1 from now on: before it goes there, or after it came back. Ends with `vi.restoreAllMocks`. */
export function stopAtBatch(stopped: number, phase: "before" | "after"): { readonly isReached: () => boolean } {
  let isReached = false;
  interceptBatches(async (nth, send) => {
    if (nth !== stopped) return send();
    if (phase === "after") await send();
    isReached = true;
    return never;
  });
  return { isReached: () => isReached };
}

/** An eviction would wait for the calls under way; an abort cuts them off, as a crash does. */
export async function crash(room: RoomStub): Promise<void> {
  await expect(runInDurableObject(room, (_, state) => state.abort("crash"))).rejects.toThrow("crash");
}
