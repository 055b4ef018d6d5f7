import type { TokenizerTables } from "./tokenizer-tables.ts";

/** More than twice the number of pieces, and a power of 2. */
const SLOTS = 1 << 19;
const PREFIX_BITS = 1 << 22;
const FIRST_HASH = 0x811c9dc5;
const PRIME = 0x01000193;

/** Finds pieces by a hash that grows byte by byte. A bit set of all prefixes ends hopeless searches early. */
export class PieceIndex {
  static readonly start = FIRST_HASH;
  readonly maxBytes: number;
  readonly #tables: TokenizerTables;
  /** Number of a piece plus 1; 0 for an empty slot. */
  readonly #slots = new Int32Array(SLOTS);
  readonly #prefixes = new Uint8Array(PREFIX_BITS / 8);

  /** @param isText whether a piece may occur in text; control pieces never do */
  constructor(tables: TokenizerTables, isText: (piece: number) => boolean) {
    this.#tables = tables;
    let maxBytes = 0;
    for (let piece = 0; piece < tables.scores.length; piece += 1)
      if (isText(piece)) maxBytes = Math.max(maxBytes, this.#add(piece));
    this.maxBytes = maxBytes;
  }

  static extend(hash: number, byte: number): number {
    return Math.imul(hash ^ byte, PRIME);
  }

  /** Whether a piece begins with these bytes. Rarely true where none does. */
  mayBegin(hash: number): boolean {
    const bit = prefixBit(hash);
    return ((this.#prefixes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }

  /** @returns the piece; -1 if there is none */
  find(hash: number, text: Uint8Array, start: number, end: number): number {
    for (let slot = firstSlot(hash); ; slot = (slot + 1) % SLOTS) {
      const piece = (this.#slots[slot] ?? 0) - 1;
      if (piece < 0 || this.#isEqual(piece, text, start, end)) return piece;
    }
  }

  #add(piece: number): number {
    const { bytes, starts } = this.#tables;
    const [start, end] = [starts[piece] ?? 0, starts[piece + 1] ?? 0];
    let hash = FIRST_HASH;
    for (let at = start; at < end; at += 1) {
      hash = PieceIndex.extend(hash, bytes[at] ?? 0);
      const bit = prefixBit(hash);
      this.#prefixes[bit >> 3] = (this.#prefixes[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
    let slot = firstSlot(hash);
    while (this.#slots[slot] !== 0) slot = (slot + 1) % SLOTS;
    this.#slots[slot] = piece + 1;
    return end - start;
  }

  #isEqual(piece: number, text: Uint8Array, start: number, end: number): boolean {
    const { bytes, starts } = this.#tables;
    const from = starts[piece] ?? 0;
    if ((starts[piece + 1] ?? 0) - from !== end - start) return false;
    for (let at = 0; at < end - start; at += 1) if (bytes[from + at] !== text[start + at]) return false;
    return true;
  }
}

function prefixBit(hash: number): number {
  return (hash ^ (hash >>> 15)) & (PREFIX_BITS - 1);
}

function firstSlot(hash: number): number {
  return (hash ^ (hash >>> 13)) & (SLOTS - 1);
}
