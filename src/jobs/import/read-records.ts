import { crc32 } from "../../domain/crc32.ts";
import { ImportRejected, type ImportCursor } from "../../domain/import.ts";
import { type Id, parseId } from "../../domain/ids.ts";
import { isTooDeep, MAX_JSON_DEPTH } from "../../domain/json-depth.ts";
import { shown, type StoredEntry, type StoredZip } from "../../storage/r2/stored-zip.ts";

/** The imported files of an archive, in their order. */
export const RECORD_FILES = ["organization", "collections", "assets", "threads", "messages"] as const;
export type RecordFile = (typeof RECORD_FILES)[number];

/** Bytes per range read of the archive. */
const WINDOW_BYTES = 1024 * 1024;
/**
 * Longest accepted line, in bytes. The longest line of an export holds a message of 96 KiB and its citations.
 */
export const MAX_LINE_BYTES = 1_500_000;

/** An event during the reading of an archive. `next` is the position after the event. */
export type ArchiveEvent =
  | { readonly what: "part"; readonly zip: StoredZip; readonly part: number; readonly next: ImportCursor }
  | {
      readonly what: "record";
      readonly zip: StoredZip;
      readonly file: RecordFile;
      /** Thread of a message; null for other records. */
      readonly threadId: Id<"thread"> | null;
      readonly value: unknown;
      /** Position in the archive, for error messages. */
      readonly place: string;
      readonly bytes: number;
      readonly next: ImportCursor;
    }
  | {
      readonly what: "file_end";
      readonly file: RecordFile;
      readonly threadId: Id<"thread"> | null;
      readonly next: ImportCursor;
    }
  | { readonly what: "part_end"; readonly zip: StoredZip; readonly next: ImportCursor };

/**
 * Yields the records of archives from a position on.
 * @param open opens the archive part with the given number
 * @throws ImportRejected for damaged, wrongly ordered or oversized data
 */
export async function* readRecords(
  parts: number,
  open: (part: number) => Promise<StoredZip>,
  from: ImportCursor,
): AsyncGenerator<ArchiveEvent> {
  let at = from;
  while (at.part < parts) {
    const zip = await open(at.part);
    if (at.member === 0 && at.offset === 0) yield { what: "part", zip, part: at.part, next: at };
    for (let member = zip.members[at.member]; member !== undefined; member = zip.members[at.member]) {
      const found = fileOf(member.name);
      if (found !== null) {
        const { file, threadId } = found;
        at = begun(at, file, member);
        for await (const { value, bytes } of linesOf(zip, member, at)) {
          at = { ...at, offset: at.offset + bytes.length, line: at.line + 1, crc: crc32(bytes, at.crc) };
          const place = `${shown(member.name)}, line ${at.line}`;
          yield { what: "record", zip, file, threadId, value, place, bytes: bytes.length, next: at };
        }
        if (at.crc !== member.crc32)
          throw new ImportRejected(`${shown(member.name)} is damaged: its checksum is wrong.`);
        at = nextMember(at);
        yield { what: "file_end", file, threadId, next: at };
      } else at = nextMember(at);
    }
    at = { part: at.part + 1, member: 0, offset: 0, line: 0, crc: 0, rank: -1 };
    yield { what: "part_end", zip, next: at };
  }
}

function nextMember(at: ImportCursor): ImportCursor {
  return { ...at, member: at.member + 1, offset: 0, line: 0, crc: 0 };
}

/** Checks that kinds of files come in a fixed order. Each kind occurs once, except messages. */
function begun(at: ImportCursor, file: RecordFile, { name }: StoredEntry): ImportCursor {
  if (at.offset > 0) return at;
  const rank = RECORD_FILES.indexOf(file);
  if (rank < at.rank || (rank === at.rank && file !== "messages"))
    throw new ImportRejected(`${shown(name)} is at the wrong position in the archive.`);
  return { ...at, rank };
}

function fileOf(name: string): { readonly file: RecordFile; readonly threadId: Id<"thread"> | null } | null {
  const parts = /^(?:threads\/(thread_\w{26})|(organization|collections|assets|threads))\.jsonl$/.exec(name);
  if (parts === null) return null;
  const [, thread, file] = parts;
  if (thread === undefined) return { file: file as RecordFile, threadId: null };
  const threadId = parseId("thread", thread);
  return threadId === null ? null : { file: "messages", threadId };
}

interface Line {
  readonly value: unknown;
  /** Bytes of the line, including the line break. */
  readonly bytes: Uint8Array;
}

const LINE_END = 0x0a;

async function* linesOf(
  zip: StoredZip,
  member: StoredEntry,
  { offset, line }: ImportCursor,
): AsyncGenerator<Line> {
  if (offset === member.size) return;
  const start = await zip.startOf(member);
  let read = line;
  for (let at = offset; at < member.size;) {
    const window = await readWindow(zip, start, at, member);
    for (
      let from = 0, end = window.indexOf(LINE_END);
      end >= 0;
      from = end + 1, end = window.indexOf(LINE_END, from)
    ) {
      read += 1;
      const bytes = window.subarray(from, end + 1);
      yield { value: parseLine(bytes, `${shown(member.name)}, line ${read}`), bytes };
      at += bytes.length;
    }
  }
}

/** Reads a window that starts at the beginning of a line and contains at least one whole line. */
async function readWindow(
  zip: StoredZip,
  start: number,
  at: number,
  { name, size }: StoredEntry,
): Promise<Uint8Array> {
  for (const length of [WINDOW_BYTES, MAX_LINE_BYTES]) {
    const window = await zip.read(start + at, Math.min(length, size - at));
    if (window.includes(LINE_END)) return window;
    if (length > size - at) throw new ImportRejected(`${shown(name)} ends in the middle of a line.`);
  }
  throw new ImportRejected(
    `${shown(name)} has a line of more than ${MAX_LINE_BYTES.toLocaleString("en")} bytes.`,
  );
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parseLine(bytes: Uint8Array, place: string): unknown {
  let value: unknown;
  try {
    const text = decoder.decode(bytes);
    value = isTooDeep(text) ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new ImportRejected(`${place} is not JSON.`, { cause });
  }
  if (value === undefined)
    throw new ImportRejected(`${place} nests lists and objects deeper than ${MAX_JSON_DEPTH} levels.`);
  return value;
}
