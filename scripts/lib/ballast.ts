import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

const MIB = 1024 * 1024;
/** Of the disk, at most. What SQLite's logs of one D1 database, the counters and some rooms grow by before they begin again. */
const SIZE = { part: 1 / 8, most: 16 * MIB };

/**
 * Bytes that the service holds on its disk for the hour when others have filled it, since locally D1 writes with every read. They are given
 * back when less than half of the reserve is free, and taken again when there is space for both.
 */
export class Ballast {
  readonly #path: string;
  readonly #folder: string;
  readonly #reserve: (diskBytes: number) => number;

  /** @param reserve what is kept free of a disk of so many bytes */
  constructor(folder: string, reserve: (diskBytes: number) => number) {
    this.#folder = folder;
    this.#path = join(folder, "ballast");
    this.#reserve = reserve;
  }

  /** @returns bytes that may be written before changes are refused: what is free without the reserve, and without the ballast that is still to be taken */
  room(): number {
    const { free, reserve, missing } = this.#measure();
    return Math.max(0, free - reserve - missing);
  }

  /** Gives the ballast back, or takes it. Call it every second. */
  tend(): void {
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

  /** Random, since file systems that compress keep no room for zeros. */
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
