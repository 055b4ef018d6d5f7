import { setTimeout as pause } from "node:timers/promises";
import { pauseService } from "./pause-service.ts";
import type { Snapshots } from "./snapshots.ts";

/** Delay before the next try. */
const AGAIN_MS = 250;

export interface Moment {
  readonly takenAt: Date;
  /** Time from the request of the pause until the service went on, in milliseconds. */
  readonly pausedMs: number;
}

/**
 * Takes the snapshots of one moment, and pauses the service meanwhile if it runs.
 * @returns null if the service went on before the moment was complete
 */
export async function takeMoment(
  stateFolder: string,
  snapshots: Snapshots,
  isStopped: boolean,
): Promise<Moment | null> {
  snapshots.prepare();
  const take = (): Date => {
    const takenAt = new Date();
    snapshots.take();
    return takenAt;
  };
  if (isStopped) return { takenAt: take(), pausedMs: 0 };
  const paused = await pauseService(stateFolder, take);
  if (paused === null) {
    await pause(AGAIN_MS);
    return null;
  }
  return { takenAt: paused.result, pausedMs: paused.pausedMs };
}
