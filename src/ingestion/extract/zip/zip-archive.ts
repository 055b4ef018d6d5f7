import { damagedError, SAVE_AGAIN, SPLIT_UP } from "../extraction-errors.ts";
import { Inflate } from "fflate";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { readCentralDirectory, type ZipEntry } from "./read-central-directory.ts";
import { crc32 } from "../../../domain/crc32.ts";
import { ZIP_LIMITS, type ZipLimits } from "./zip-limits.ts";

const STORED = 0;
const DEFLATED = 8;
/**
 * Size of the input per call of the inflater. Each call inflates all its input, by a factor of up to 1,000.
 */
const PUSHED_BYTES = 1024;
const STORED_PIECE_BYTES = 64 * 1024;

const DAMAGED = "one of its parts cannot be unpacked";

/**
 * Reads the entries of a ZIP archive. Checks the declared sizes before unpacking and the real sizes while
 * unpacking, because declared sizes may be false. Every method throws an ExtractionError for damaged,
 * encrypted or too large content.
 */
export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #limits: ZipLimits;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #inflated = 0;

  constructor(bytes: Uint8Array, limits = ZIP_LIMITS) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#entries = readCentralDirectory(bytes, limits.entries);
  }

  /** Names of the files in the archive's order, without folders. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Returns the declared size in bytes; 0 if the entry does not exist. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.size ?? 0;
  }

  /** Yields the content in pieces of at most about 1 MB, unpacked on demand. */
  *pieces(name: string): Generator<Uint8Array, void, undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw damagedError(`it has no ${name}`);
    this.#requireAffordable(entry);
    yield* piecesOfEntry(this.#bytes, entry);
  }

  *bytesOf(name: string): CooperativeTask<Uint8Array> {
    const whole = new Uint8Array(Math.min(this.sizeOf(name), this.#limits.inflatedBytes));
    let at = 0;
    for (const piece of this.pieces(name)) {
      whole.set(piece, at);
      at += piece.length;
      yield;
    }
    return whole;
  }

  #requireAffordable({ size, start, end }: ZipEntry): void {
    this.#inflated += size;
    const { inflatedBytes, ratio, ratioFrom } = this.#limits;
    if (this.#inflated > inflatedBytes)
      throw new ExtractionError(
        `This file unpacks to more than ${inflatedBytes / 1024 / 1024} MiB. ${SPLIT_UP}`,
      );
    if (size > ratioFrom && size > (end - start) * ratio)
      throw new ExtractionError(`The compression ratio of this file is too high. ${SAVE_AGAIN}`);
  }
}

/**
 * Yields the content of an entry in pieces.
 * @throws ExtractionError if the entry is damaged or larger than declared
 */
export function* piecesOfEntry(bytes: Uint8Array, entry: ZipEntry): Generator<Uint8Array, void, undefined> {
  let size = 0;
  let sum = 0;
  for (const piece of inflated(bytes.subarray(entry.start, entry.end), entry.method)) {
    size += piece.length;
    if (size > entry.size) throw damagedError("a part of it is larger than it says");
    sum = crc32(piece, sum);
    yield piece;
  }
  if (size !== entry.size || sum !== entry.crc32) throw damagedError(DAMAGED);
}

function* inflated(stored: Uint8Array, method: number): Generator<Uint8Array, void, undefined> {
  if (method === STORED) {
    for (let at = 0; at < stored.length; at += STORED_PIECE_BYTES)
      yield stored.subarray(at, at + STORED_PIECE_BYTES);
    return;
  }
  if (method !== DEFLATED)
    throw new ExtractionError(`This file uses an unsupported compression. ${SAVE_AGAIN}`);
  const pieces: Uint8Array[] = [];
  const inflate = new Inflate((piece) => pieces.push(piece));
  for (let at = 0; at < stored.length; at += PUSHED_BYTES) {
    try {
      inflate.push(stored.subarray(at, at + PUSHED_BYTES), at + PUSHED_BYTES >= stored.length);
    } catch (cause) {
      throw damagedError(DAMAGED, { cause });
    }
    yield* pieces.splice(0).filter((piece) => piece.length > 0);
  }
}
