import { statfsSync } from "node:fs";
import { log } from "../../src/log.ts";
import type { ReaderUsage } from "./extractor/lane.ts";
import { Response } from "./miniflare.ts";

const MIB = 1024 * 1024;
/** Kept free, so that what is under way can end and SQLite can tidy up: a twentieth of the disk, within these bounds. */
const RESERVE = { part: 0.05, least: 8 * MIB, most: 64 * MIB };

/** What the binding `HOST` answers on this machine: since when it serves, how much may be written, and what its readers use. */
export function hostBinding(stateFolder: string, readers: () => ReaderUsage): () => Promise<Response> {
  const startedAt = new Date().toISOString();
  let wasLow = false;
  return async () => {
    const room = roomIn(stateFolder);
    if (wasLow !== (room === 0)) {
      wasLow = room === 0;
      log("warn", wasLow ? "disk_nearly_full" : "disk_has_space", { room });
    }
    return Response.json({ startedAt, room, readers: readers() });
  };
}

/** Bytes that may be written: what is free without the reserve. */
function roomIn(folder: string): number {
  const { bavail, bsize, blocks } = statfsSync(folder);
  const reserve = Math.min(RESERVE.most, Math.max(RESERVE.least, blocks * bsize * RESERVE.part));
  return Math.max(0, bavail * bsize - reserve);
}
