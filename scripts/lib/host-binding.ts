import { log } from "../../src/log.ts";
import { DiskReserve } from "./disk-reserve.ts";
import type { ReaderUsage } from "./sandbox/process-pool.ts";
import { firstLine } from "./failure.ts";
import { type Request, Response } from "./miniflare.ts";
import type { OneTimeLinks } from "./one-time-links.ts";
import type { StoreCleaner } from "./stores/store-cleaner.ts";

const MIB = 1024 * 1024;
/** Free space for running work and for SQLite's clean-up: 5 % of the disk, within these limits. */
const RESERVE = { part: 0.05, least: 8 * MIB, most: 64 * MIB };
const ADJUST_EVERY_MS = 1_000;

/** Requests and responses of the binding `HOST`. */
export interface HostOptions {
  readonly stateFolder: string;
  readonly readers: () => ReaderUsage;
  readonly cleaner: StoreCleaner;
  readonly links: OneTimeLinks;
}

/**
 * The binding `HOST` on this machine: the start time, the writable bytes, the usage of its readers, and the
 * time of the last clean-up. A `POST` requests a clean-up, or redeems a one-time link.
 */
export function hostBinding({
  stateFolder,
  readers,
  cleaner,
  links,
}: HostOptions): (request: Request) => Promise<Response> {
  const startedAt = new Date().toISOString();
  const reserve = new DiskReserve(stateFolder, (diskBytes) =>
    Math.min(RESERVE.most, Math.max(RESERVE.least, diskBytes * RESERVE.part)),
  );
  setInterval(() => adjust(reserve), ADJUST_EVERY_MS).unref();
  let wasLow = false;
  return async (request) => {
    const hash = /\/one-time-links\/([\da-f]{64})$/.exec(request.url)?.[1];
    if (hash !== undefined) return Response.json(await links.redeem(hash));
    if (request.method === "POST") cleaner.request();
    const room = reserve.writableBytes();
    if (wasLow !== (room === 0)) {
      wasLow = room === 0;
      log("warn", wasLow ? "disk_nearly_full" : "disk_has_space", { room });
    }
    return Response.json({ startedAt, room, readers: readers(), storesCleanedAt: cleaner.cleanedAt() });
  };
}

function adjust(reserve: DiskReserve): void {
  try {
    reserve.adjust();
  } catch (error) {
    log("warn", "disk_reserve_failed", { detail: firstLine(error) });
  }
}
