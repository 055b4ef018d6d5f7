import type { Semantic } from "../../semantic/api.ts";
import { arm, type IndexStore, isCleaning } from "../index-store.ts";
import { encodeSlice } from "./encode-slice.ts";

/** Then the next alarm goes on. */
const ALARM_MS = 20_000;
const LONGEST_PAUSE_MS = 2_000;
const AWAY_MS = 30_000;

/**
 * Makes the vectors of what is ready, a slice at a time, with pauses as long as the slices: on a busy machine both grow. Cleaning goes first.
 * It holds nobody: this object only waits for the encoder.
 */
export async function encodeWaiting(store: IndexStore, semantic: Semantic): Promise<void> {
  if (!store.encodes) return;
  const until = Date.now() + ALARM_MS;
  while (Date.now() < until && !isCleaning(store.storage.sql, Date.now())) {
    const began = Date.now();
    const goesOn = await encodeSlice(store, semantic);
    if (goesOn === null) return await store.storage.setAlarm(Date.now() + AWAY_MS);
    if (!goesOn) break;
    await store.breathe();
    await scheduler.wait(Math.min(Date.now() - began, LONGEST_PAUSE_MS));
  }
  await arm(store);
}
