import { log } from "../../src/log.ts";
import { Ballast } from "./ballast.ts";
import type { ReaderUsage } from "./extractor/lane.ts";
import { firstLine } from "./failure.ts";
import { Response } from "./miniflare.ts";

const MIB = 1024 * 1024;
/** Kept free, so that what is under way can end and SQLite can tidy up: a twentieth of the disk, within these bounds. */
const RESERVE = { part: 0.05, least: 8 * MIB, most: 64 * MIB };
const TENDED_EVERY_MS = 1_000;

/** What the binding `HOST` answers on this machine: since when it serves, how much may be written, and what its readers use. */
export function hostBinding(stateFolder: string, readers: () => ReaderUsage): () => Promise<Response> {
  const startedAt = new Date().toISOString();
  const ballast = new Ballast(stateFolder, (diskBytes) => Math.min(RESERVE.most, Math.max(RESERVE.least, diskBytes * RESERVE.part)));
  setInterval(() => tend(ballast), TENDED_EVERY_MS).unref();
  let wasLow = false;
  return async () => {
    const room = ballast.room();
    if (wasLow !== (room === 0)) {
      wasLow = room === 0;
      log("warn", wasLow ? "disk_nearly_full" : "disk_has_space", { room });
    }
    return Response.json({ startedAt, room, readers: readers() });
  };
}

function tend(ballast: Ballast): void {
  try {
    ballast.tend();
  } catch (error) {
    log("warn", "ballast_failed", { detail: firstLine(error) });
  }
}
