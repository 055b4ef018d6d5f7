import { crc32 } from "../../domain/crc32.ts";
import { ImportRejected } from "../../domain/import.ts";
import { ZIP } from "../../domain/zip-format.ts";
import { joined, type PieceSource, piecesOfBody } from "./pieces.ts";

/** An object with the etag that reads require. If the object was replaced, reads fail. */
export interface PinnedObject {
  readonly key: string;
  readonly etag: string;
  readonly size: number;
}

/** A file in a ZIP archive, stored without compression. */
export interface StoredEntry {
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  /** Offset of the entry's local header. */
  readonly header: number;
  /** Offset of the next entry or of the central directory. */
  readonly limit: number;
}

export const ZIP_BOUNDS = { members: 40_000, listBytes: 8 * 1024 * 1024 } as const;

const NOT_OURS = "It is not an export archive, or it is incomplete";

/**
 * A ZIP archive in the bucket with uncompressed entries in sequence, as exports write them. The class reads
 * byte ranges and keeps only the list of entries in memory. Every method throws ImportRejected for an invalid
 * or replaced archive.
 */
export class StoredZip {
  readonly members: readonly StoredEntry[];
  readonly #bucket: R2Bucket;
  readonly #object: PinnedObject;
  readonly #byName: ReadonlyMap<string, StoredEntry>;

  private constructor(bucket: R2Bucket, object: PinnedObject, members: readonly StoredEntry[]) {
    this.#bucket = bucket;
    this.#object = object;
    this.members = members;
    this.#byName = new Map(members.map((member) => [member.name, member]));
  }

  static async open(bucket: R2Bucket, object: PinnedObject): Promise<StoredZip> {
    const zip = new StoredZip(bucket, object, []);
    const { count, start, end } = await zip.#findList();
    if (count > ZIP_BOUNDS.members || end - start > ZIP_BOUNDS.listBytes) {
      throw new ImportRejected(
        `It has more than ${ZIP_BOUNDS.members.toLocaleString("en")} files, or its list of files is too long.`,
      );
    }
    const members = membersIn(await zip.read(start, end - start), count, start);
    return new StoredZip(bucket, object, members);
  }

  find(name: string): StoredEntry | undefined {
    return this.#byName.get(name);
  }

  /** Offset of the entry's bytes. Requires the local header to agree with the central directory. */
  async startOf({ name, header, size, limit }: StoredEntry): Promise<number> {
    const nameBytes = new TextEncoder().encode(name);
    const local = await this.read(header, ZIP.local.bytes + nameBytes.length);
    const view = viewOf(local);
    const isItself =
      view.getUint32(0, true) === ZIP.local.signature &&
      view.getUint16(8, true) === 0 &&
      view.getUint16(26, true) === nameBytes.length &&
      nameBytes.every((byte, at) => local[ZIP.local.bytes + at] === byte);
    const start = header + ZIP.local.bytes + nameBytes.length + view.getUint16(28, true);
    if (!isItself || start + size > limit)
      throw new ImportRejected(`${NOT_OURS}: ${shown(name)} is not at the offset in its list.`);
    return start;
  }

  /** All pieces of an entry. The source returns the last piece only after the CRC check. */
  async pieces(member: StoredEntry): Promise<PieceSource> {
    const start = await this.startOf(member);
    if (member.size === 0) return checked({ read: async () => null, cancel: async () => {} }, member);
    return checked(piecesOfBody(await this.#body(start, member.size)), member);
  }

  /**
   * All bytes of an entry.
   * @param most maximum number of bytes
   */
  async bytesOf(member: StoredEntry, most: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = member.size > most ? null : await joined(await this.pieces(member), most);
    if (bytes === null)
      throw new ImportRejected(`${shown(member.name)} has more than ${most.toLocaleString("en")} bytes.`);
    return bytes;
  }

  async read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (offset < 0 || length < 0 || offset + length > this.#object.size)
      throw new ImportRejected(`${NOT_OURS}.`);
    if (length === 0) return new Uint8Array();
    const bytes = await joined(piecesOfBody(await this.#body(offset, length)), length);
    if (bytes?.length !== length) throw new ImportRejected(`${NOT_OURS}.`);
    return bytes;
  }

  async #body(offset: number, length: number): Promise<ReadableStream> {
    const { key, etag } = this.#object;
    const object = await this.#bucket.get(key, { range: { offset, length }, onlyIf: { etagMatches: etag } });
    if (object === null || !("body" in object))
      throw new ImportRejected("Somebody has replaced or deleted the archive meanwhile.");
    return object.body;
  }

  async #findList(): Promise<{ count: number; start: number; end: number }> {
    const { size } = this.#object;
    const at = size - ZIP.end.bytes;
    const view = viewOf(await this.read(at, ZIP.end.bytes));
    if (view.getUint32(0, true) !== ZIP.end.signature) throw new ImportRejected(`${NOT_OURS}.`);
    const [count, length, start] = [
      view.getUint16(10, true),
      view.getUint32(12, true),
      view.getUint32(16, true),
    ];
    const isWide = count === ZIP.escaped16 || length === ZIP.escaped32 || start === ZIP.escaped32;
    return isWide
      ? await this.#findWideList(at - ZIP.end64Locator.bytes)
      : requireList(count, start, length, at);
  }

  async #findWideList(locatorAt: number): Promise<{ count: number; start: number; end: number }> {
    const locator = viewOf(await this.read(locatorAt, ZIP.end64Locator.bytes));
    const at = locatorAt - ZIP.end64.bytes;
    const view = viewOf(await this.read(at, ZIP.end64.bytes));
    if (
      locator.getUint32(0, true) !== ZIP.end64Locator.signature ||
      view.getUint32(0, true) !== ZIP.end64.signature
    )
      throw new ImportRejected(`${NOT_OURS}.`);
    return requireList(wide(view, 32), wide(view, 48), wide(view, 40), at);
  }
}

/** Requires the central directory to end where the end record begins. */
function requireList(count: number, start: number, length: number, end: number) {
  if (start + length !== end) throw new ImportRejected(`${NOT_OURS}.`);
  return { count, start, end };
}

/**
 * Parses the central directory into entries in the order of the archive. Entries must not overlap or share a
 * name.
 */
function membersIn(list: Uint8Array, count: number, listAt: number): StoredEntry[] {
  const view = viewOf(list);
  const found: Omit<StoredEntry, "limit">[] = [];
  const names = new Set<string>();
  let at = 0;
  for (let read = 0; read < count; read += 1) {
    const entry = entryAt(list, view, at);
    const before = found.at(-1);
    const least = before === undefined ? 0 : before.header + ZIP.local.bytes + before.size;
    if (entry.header < least || names.has(entry.name))
      throw new ImportRejected(`${NOT_OURS}: its files overlap or occur twice.`);
    names.add(entry.name);
    found.push(entry);
    at = entry.end;
  }
  if (at !== list.length) throw new ImportRejected(`${NOT_OURS}.`);
  return found.map(({ name, size, crc32: sum, header }, nth) => ({
    name,
    size,
    crc32: sum,
    header,
    limit: found[nth + 1]?.header ?? listAt,
  }));
}

function entryAt(list: Uint8Array, view: DataView, at: number): Omit<StoredEntry, "limit"> & { end: number } {
  if (at + ZIP.entry.bytes > list.length || view.getUint32(at, true) !== ZIP.entry.signature)
    throw new ImportRejected(`${NOT_OURS}.`);
  const extraAt = at + ZIP.entry.bytes + view.getUint16(at + 28, true);
  const commentAt = extraAt + view.getUint16(at + 30, true);
  const end = commentAt + view.getUint16(at + 32, true);
  if (end > list.length) throw new ImportRejected(`${NOT_OURS}.`);
  const name = nameOf(list.subarray(at + ZIP.entry.bytes, extraAt));
  const isPlain =
    (view.getUint16(at + 8, true) & ZIP.encryptedFlags) === 0 && view.getUint16(at + 10, true) === 0;
  const escaped = wideValues(view, extraAt, commentAt);
  const value = (from: number): number => {
    const narrow = view.getUint32(from, true);
    return narrow === ZIP.escaped32 ? (escaped.shift() ?? NaN) : narrow;
  };
  // The ZIP64 extra field holds the values in this order.
  const [size, stored, header] = [value(at + 24), value(at + 20), value(at + 42)];
  if (!isPlain || size !== stored || !Number.isSafeInteger(size) || !Number.isSafeInteger(header)) {
    throw new ImportRejected(`${shown(name)} is compressed or encrypted. Files of exports are neither.`);
  }
  return { name, size, crc32: view.getUint32(at + 16, true), header, end };
}

/** The ZIP64 values of an entry, which did not fit into 32 bits. */
function wideValues(view: DataView, start: number, end: number): number[] {
  for (let at = start; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== ZIP.wideField) continue;
    const count = Math.floor(Math.min(view.getUint16(at + 2, true), end - at - 4) / 8);
    return Array.from({ length: count }, (_, nth) => wide(view, at + 4 + 8 * nth));
  }
  return [];
}

/** Reads a 64-bit integer; NaN if it exceeds the safe integers. */
function wide(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  return Number.isSafeInteger(value) ? value : NaN;
}

function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ImportRejected(`${NOT_OURS}: the name of a file is not UTF-8.`, { cause });
  }
}

function checked(source: PieceSource, { name, size, crc32: expected }: StoredEntry): PieceSource {
  let [length, sum] = [0, 0];
  return {
    read: async () => {
      const piece = await source.read();
      if (piece !== null) sum = crc32(piece, sum);
      length += piece?.length ?? 0;
      if (length >= size || piece === null) {
        if (length !== size || sum !== expected)
          throw new ImportRejected(`${shown(name)} is damaged: its checksum is wrong.`);
      }
      return piece;
    },
    cancel: async (reason) => await source.cancel(reason),
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const SHOWN_CHARS = 120;

/** The file name, shortened for messages. */
export function shown(name: string): string {
  return JSON.stringify(name.slice(0, SHOWN_CHARS));
}
