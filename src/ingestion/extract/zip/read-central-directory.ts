import { damagedError, SAVE_AGAIN, SPLIT_UP } from "../extraction-errors.ts";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import { crc32 } from "../../../domain/crc32.ts";
import { ZIP } from "../../../domain/zip-format.ts";

/** A file in an archive, as described by the central directory and the local header. */
export interface ZipEntry {
  /** The stored name decoded as UTF-8, with `/` between segments. */
  readonly name: string;
  readonly nameBytes: Uint8Array;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly crc32: number;
  readonly size: number;
  /** Offset of the file's stored bytes. */
  readonly start: number;
  readonly end: number;
}

const MAX_COMMENT_BYTES = 0xffff;
/** Bytes before the name in the extra field: its version and the checksum of the stored name. */
const UNICODE_NAME_HEAD = 5;
const UNSAFE_NAME = /^(?:\/|[A-Za-z]:)|(?:^|\/)\.\.(?:\/|$)|\0/;

const DAMAGED = "its parts cannot be found";
const ENCRYPTED = "This file is encrypted and cannot be read. Upload it without a password.";

/**
 * Returns the files of an archive by name. Names are unique and cannot escape the archive's root, and no file
 * is encrypted.
 * @throws ExtractionError if the archive is damaged, encrypted, or has more than `maxEntries`
 */
export function readCentralDirectory(bytes: Uint8Array, maxEntries: number): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  for (const entry of listZipEntries(bytes, maxEntries)) {
    if (UNSAFE_NAME.test(entry.name)) {
      throw new ExtractionError(`This file has a part whose name leads outside of it. ${SAVE_AGAIN}`);
    }
    if (entry.isEncrypted) throw new ExtractionError(ENCRYPTED);
    if (entries.has(entry.name)) throw damagedError(DAMAGED);
    entries.set(entry.name, entry);
  }
  return entries;
}

/**
 * Lists the files of an archive from its central directory, with any names and without folders. Entries do
 * not overlap, and all precede the directory.
 * @throws ExtractionError if the archive is damaged or has more than `maxEntries`
 */
export function listZipEntries(bytes: Uint8Array, maxEntries: number): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { count, start } = findDirectory(view);
    if (count > maxEntries)
      throw new ExtractionError(
        `This file has more than ${maxEntries.toLocaleString("en")} parts. ${SPLIT_UP}`,
      );
    return entriesOf(bytes, view, count, start);
  } catch (cause) {
    // DataView throws for offsets outside of the file.
    if (cause instanceof RangeError) throw damagedError(DAMAGED, { cause });
    throw cause;
  }
}

function findDirectory(view: DataView): { count: number; start: number } {
  const least = Math.max(0, view.byteLength - ZIP.end.bytes - MAX_COMMENT_BYTES);
  for (let at = view.byteLength - ZIP.end.bytes; at >= least; at -= 1) {
    if (view.getUint32(at, true) !== ZIP.end.signature) continue;
    if (at + ZIP.end.bytes + view.getUint16(at + 20, true) > view.byteLength) continue;
    const disks = view.getUint16(at + 4, true) | view.getUint16(at + 6, true);
    const count = view.getUint16(at + 10, true);
    const start = view.getUint32(at + 16, true);
    if (count === ZIP.escaped16 || start === ZIP.escaped32) return findDirectory64(view, at);
    if (disks !== 0) throw damagedError(DAMAGED);
    return { count, start };
  }
  throw damagedError(DAMAGED);
}

function findDirectory64(view: DataView, end: number): { count: number; start: number } {
  const locator = end - 20;
  if (view.getUint32(locator, true) !== ZIP.end64Locator.signature) throw damagedError(DAMAGED);
  const at = number64(view, locator + 8);
  if (view.getUint32(at, true) !== ZIP.end64.signature) throw damagedError(DAMAGED);
  return { count: number64(view, at + 32), start: number64(view, at + 48) };
}

function entriesOf(bytes: Uint8Array, view: DataView, count: number, directory: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  const taken: { from: number; to: number }[] = [];
  for (let at = directory, read = 0; read < count; read += 1) {
    if (view.getUint32(at, true) !== ZIP.entry.signature) throw damagedError(DAMAGED);
    const { header, ...entry } = entryAt(bytes, view, at);
    at +=
      ZIP.entry.bytes +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
    if (entry.name.endsWith("/")) continue;
    if (entry.end > directory) throw damagedError(DAMAGED);
    taken.push({ from: header, to: entry.end });
    entries.push(entry);
  }
  taken.sort((a, b) => a.from - b.from);
  const overlaps = taken.some(({ from }, index) => from < (taken[index - 1]?.to ?? 0));
  if (overlaps) throw damagedError("its parts overlap");
  return entries;
}

function entryAt(bytes: Uint8Array, view: DataView, at: number): ZipEntry & { header: number } {
  const extraStart = at + ZIP.entry.bytes + view.getUint16(at + 28, true);
  const extraEnd = extraStart + view.getUint16(at + 30, true);
  if (extraEnd > view.byteLength) throw damagedError(DAMAGED);
  const nameBytes = unicodeName(
    bytes,
    view,
    { start: extraStart, end: extraEnd },
    bytes.subarray(at + ZIP.entry.bytes, extraStart),
  );
  const name = new TextDecoder().decode(nameBytes).replaceAll("\\", "/");
  const wide = new Zip64Values(view, extraStart, extraEnd);
  const size = wide.or(view.getUint32(at + 24, true));
  const stored = wide.or(view.getUint32(at + 20, true));
  const header = wide.or(view.getUint32(at + 42, true));
  if (view.getUint32(header, true) !== ZIP.local.signature) throw damagedError(DAMAGED);
  const start =
    header + ZIP.local.bytes + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  return {
    name,
    nameBytes,
    isEncrypted: (view.getUint16(at + 8, true) & ZIP.encryptedFlags) !== 0,
    method: view.getUint16(at + 10, true),
    crc32: view.getUint32(at + 16, true),
    size,
    header,
    start,
    end: start + stored,
  };
}

/**
 * Returns the name in the Unicode Path extra field if its checksum matches (APPNOTE.TXT, 4.6.9), otherwise
 * the stored name.
 */
function unicodeName(
  bytes: Uint8Array,
  view: DataView,
  extra: { readonly start: number; readonly end: number },
  name: Uint8Array,
): Uint8Array {
  for (let at = extra.start; at + 4 <= extra.end;) {
    const length = view.getUint16(at + 2, true);
    const isWhole = length > UNICODE_NAME_HEAD && at + 4 + length <= extra.end;
    if (isWhole && view.getUint16(at, true) === ZIP.unicodeNameField && view.getUint8(at + 4) === 1) {
      return view.getUint32(at + 5, true) === crc32(name)
        ? bytes.subarray(at + 4 + UNICODE_NAME_HEAD, at + 4 + length)
        : name;
    }
    at += 4 + length;
  }
  return name;
}

/**
 * Values that exceed 32 bits. The ZIP64 extra field has them in the order of the fields that they replace.
 */
class Zip64Values {
  readonly #view: DataView;
  #at: number;
  readonly #end: number;

  constructor(view: DataView, start: number, end: number) {
    this.#view = view;
    this.#at = end;
    this.#end = end;
    for (let at = start; at + 4 <= end;) {
      const length = view.getUint16(at + 2, true);
      if (view.getUint16(at, true) === ZIP.wideField) {
        this.#at = at + 4;
        this.#end = Math.min(end, at + 4 + length);
        return;
      }
      at += 4 + length;
    }
  }

  or(value: number): number {
    if (value !== ZIP.escaped32) return value;
    if (this.#at + 8 > this.#end) throw damagedError(DAMAGED);
    this.#at += 8;
    return number64(this.#view, this.#at - 8);
  }
}

function number64(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw damagedError(DAMAGED);
  return value;
}
