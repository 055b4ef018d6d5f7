import { ExtractionError } from "../../../domain/extraction-error.ts";
import { decodeNames } from "./decode-names.ts";
import type { Steps } from "../../../text/steps.ts";
import { typeOfName } from "../media-type.ts";
import { listEntries, type ZipEntry } from "../zip/central-directory.ts";
import { piecesOfEntry } from "../zip/zip-archive.ts";
import { ZIP_LIMITS } from "../zip/zip-limits.ts";
import { fileNameOf, UniquePaths } from "./member-paths.ts";
import { MAX_MEMBER_BYTES, MAX_MEMBERS, type Member } from "./member.ts";

const MIB = 1024 * 1024;
/** Files that operating systems add for their own use. */
const OF_PROGRAMS = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Lists the files of a ZIP archive. Unpacks each file once, within the archive's total limit, to check that
 * it is intact.
 * @throws ExtractionError when the archive is damaged or has too many parts
 */
export function* zipMembers(bytes: Uint8Array): Steps<Member[]> {
  const entries = listEntries(bytes, ZIP_LIMITS.entries).filter(({ name }) => !OF_PROGRAMS.test(name));
  const names = decodeNames(entries.map(({ nameBytes }) => nameBytes));
  const paths = new UniquePaths();
  const members: Member[] = [];
  let [taken, inflated] = [0, 0];
  for (const [at, entry] of entries.entries()) {
    const path = paths.next(names[at] ?? entry.name, at + 1);
    const { size } = entry;
    const isTooMany = taken >= MAX_MEMBERS;
    let refusal = isTooMany ? `an archive gives at most ${MAX_MEMBERS} files` : refusalOf(entry, inflated);
    if (refusal === null) {
      inflated += size;
      refusal = yield* damageOf(bytes, entry);
    }
    if (refusal === null) taken += 1;
    const contentType = typeOfName(fileNameOf(path)) ?? "application/octet-stream";
    members.push({ path, contentType, size, refusal, bytes: () => wholeEntry(bytes, entry) });
  }
  return members;
}

/** Decides from the sizes and flags that the archive declares. */
function refusalOf({ isEncrypted, size, start, end }: ZipEntry, inflated: number): string | null {
  const { inflatedBytes, ratio, ratioFrom } = ZIP_LIMITS;
  if (isEncrypted) return "it is encrypted";
  if (size === 0) return "it is empty";
  if (size > MAX_MEMBER_BYTES) return `it is larger than ${MAX_MEMBER_BYTES / MIB} MiB`;
  if (size > ratioFrom && size > (end - start) * ratio) return "its compression ratio is too high";
  return inflated + size > inflatedBytes ? `what stands before it comes to ${inflatedBytes / MIB} MiB already` : null;
}

function* damageOf(bytes: Uint8Array, entry: ZipEntry): Steps<string | null> {
  const pieces = piecesOfEntry(bytes, entry);
  try {
    while (pieces.next().done !== true) yield;
    return null;
  } catch (error) {
    if (error instanceof ExtractionError) return "it is damaged";
    throw error;
  }
}

function* wholeEntry(bytes: Uint8Array, entry: ZipEntry): Steps<Uint8Array> {
  const whole = new Uint8Array(entry.size);
  let at = 0;
  for (const piece of piecesOfEntry(bytes, entry)) {
    whole.set(piece, at);
    at += piece.length;
    yield;
  }
  return whole;
}
