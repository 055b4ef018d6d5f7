import { log } from "../../src/log.ts";
import { DiskReserve } from "./disk-reserve.ts";
import { lastBackupAt } from "./backup/last-backup.ts";
import type { ReaderUsage } from "./sandbox/process-pool.ts";
import { firstLine } from "./failure.ts";
import { type Request, Response } from "./miniflare.ts";
import type { OneTimeLinks } from "./one-time-links.ts";
import { runtimeBytes } from "./stores/pause-runtimes.ts";
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
  /** Resident memory of the process with the models, in bytes. */
  readonly modelBytes: () => number;
}

/**
 * The binding `HOST` on this machine: the start time, disk space, memory, the usage of its readers, and the
 * times of the last backup and clean-up. A `POST` requests a clean-up, or redeems a one-time link.
 */
export function hostBinding({
  stateFolder,
  readers,
  cleaner,
  links,
  modelBytes,
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
    return Response.json({
      startedAt,
      room,
      freeBytes: reserve.freeBytes(),
      memory: { host: process.memoryUsage.rss(), runtimes: runtimeBytes(), models: modelBytes() },
      lastBackupAt: lastBackupAt(stateFolder),
      readers: readers(),
      storesCleanedAt: cleaner.cleanedAt(),
    });
  };
}

function adjust(reserve: DiskReserve): void {
  try {
    reserve.adjust();
  } catch (error) {
    log("warn", "disk_reserve_failed", { detail: firstLine(error) });
  }
}
