import { ExtractionError } from "../../../domain/extraction-error.ts";
import { decodeNames } from "./decode-names.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { typeOfName } from "../detect-format.ts";
import { listZipEntries, type ZipEntry } from "../zip/read-central-directory.ts";
import { piecesOfEntry } from "../zip/zip-archive.ts";
import { ZIP_LIMITS } from "../zip/zip-limits.ts";
import { lastSegment, UniquePaths } from "./unique-paths.ts";
import { MAX_ENTRY_BYTES, MAX_ARCHIVE_ENTRIES, type ArchiveEntry } from "./archive-entry.ts";

const MIB = 1024 * 1024;
/** Files that operating systems add to archives, such as `.DS_Store`. */
const OF_PROGRAMS = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Lists the files of a ZIP archive. Unpacks each file once, within the archive's total limit, to check that
 * it is intact.
 * @throws ExtractionError if the archive is damaged or has too many parts
 */
export function* zipEntries(bytes: Uint8Array): CooperativeTask<ArchiveEntry[]> {
  const zipped = listZipEntries(bytes, ZIP_LIMITS.entries).filter(({ name }) => !OF_PROGRAMS.test(name));
  const names = decodeNames(zipped.map(({ nameBytes }) => nameBytes));
  const paths = new UniquePaths();
  const entries: ArchiveEntry[] = [];
  let [taken, inflated] = [0, 0];
  for (const [at, entry] of zipped.entries()) {
    const path = paths.next(names[at] ?? entry.name, at + 1);
    const { size } = entry;
    const isTooMany = taken >= MAX_ARCHIVE_ENTRIES;
    let rejection = isTooMany
      ? `an archive gives at most ${MAX_ARCHIVE_ENTRIES} files`
      : rejectionOf(entry, inflated);
    if (rejection === null) {
      inflated += size;
      rejection = yield* damageOf(bytes, entry);
    }
    if (rejection === null) taken += 1;
    const contentType = typeOfName(lastSegment(path)) ?? "application/octet-stream";
    entries.push({ path, contentType, size, rejection, bytes: () => wholeEntry(bytes, entry) });
  }
  return entries;
}

/** Decides from the sizes and flags that the archive declares. */
function rejectionOf({ isEncrypted, size, start, end }: ZipEntry, inflated: number): string | null {
  const { inflatedBytes, ratio, ratioFrom } = ZIP_LIMITS;
  if (isEncrypted) return "it is encrypted";
  if (size === 0) return "it is empty";
  if (size > MAX_ENTRY_BYTES) return `it is larger than ${MAX_ENTRY_BYTES / MIB} MiB`;
  if (size > ratioFrom && size > (end - start) * ratio) return "its compression ratio is too high";
  return inflated + size > inflatedBytes
    ? `what stands before it comes to ${inflatedBytes / MIB} MiB already`
    : null;
}

function* damageOf(bytes: Uint8Array, entry: ZipEntry): CooperativeTask<string | null> {
  const pieces = piecesOfEntry(bytes, entry);
  try {
    while (pieces.next().done !== true) yield;
    return null;
  } catch (error) {
    if (error instanceof ExtractionError) return "it is damaged";
    throw error;
  }
}

function* wholeEntry(bytes: Uint8Array, entry: ZipEntry): CooperativeTask<Uint8Array> {
  const whole = new Uint8Array(entry.size);
  let at = 0;
  for (const piece of piecesOfEntry(bytes, entry)) {
    whole.set(piece, at);
    at += piece.length;
    yield;
  }
  return whole;
}
