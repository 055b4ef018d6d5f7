import type { ResyncFrame } from "../../domain/events.ts";

/** Tells a client to read the thread again; live frames follow from `seq` + 1. */
export function resyncFrame(seq: number): string {
  return JSON.stringify({ resync: true, seq } satisfies ResyncFrame);
}
