import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

const MIB = 1024 * 1024;
/**
 * Maximum proportion of the disk. SQLite's logs of one D1 database, the counters and some rooms grow by this
 * much before they restart.
 */
const SIZE = { part: 1 / 8, most: 16 * MIB };

/**
 * Disk space that the service reserves for a full disk, because a local D1 writes with every read. It frees
 * the reserve below half of the limit and takes it again when both fit.
 */
export class DiskReserve {
  readonly #path: string;
  readonly #folder: string;
  readonly #reserve: (diskBytes: number) => number;

  /** @param reserve bytes to keep free on a disk of the given size */
  constructor(folder: string, reserve: (diskBytes: number) => number) {
    this.#folder = folder;
    this.#path = join(folder, "disk-reserve");
    this.#reserve = reserve;
  }

  /**
   * @returns bytes that may be written before the service rejects changes: the free bytes, minus the limit,
   * minus the missing part of the reserve
   */
  writableBytes(): number {
    const { free, reserve, missing } = this.#measure();
    return Math.max(0, free - reserve - missing);
  }

  freeBytes(): number {
    return this.#measure().free;
  }

  /** Frees or takes the reserve. Call it every second. */
  adjust(): void {
    const { free, reserve, missing } = this.#measure();
    if (free < reserve / 2) return rmSync(this.#path, { force: true });
    if (missing > 0 && free > reserve + missing) this.#take(missing);
  }

  #measure(): { free: number; reserve: number; missing: number } {
    const { bavail, bsize, blocks } = statfsSync(this.#folder);
    const disk = blocks * bsize;
    const size = Math.floor(Math.min(SIZE.most, disk * SIZE.part) / MIB) * MIB;
    const held = existsSync(this.#path) ? statSync(this.#path).size : 0;
    return { free: bavail * bsize, reserve: this.#reserve(disk), missing: Math.max(0, size - held) };
  }

  /** Random bytes, because compressing file systems reserve nothing for zeros. */
  #take(bytes: number): void {
    const file = openSync(this.#path, "a", 0o600);
    try {
      const part = randomBytes(MIB);
      for (let taken = 0; taken < bytes; taken += MIB) writeSync(file, part);
    } finally {
      closeSync(file);
    }
  }
}
