import { ExtractionError } from "../../domain/extraction-error.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import { hexOf, piecesOfBody } from "../../storage/r2/pieces.ts";
import { pinnedBody } from "../source-bytes.ts";
import { composeNote } from "../extract/compose-note.ts";
import type { FileKind } from "../extract/file-types.ts";
import { detectFormat } from "../extract/detect-format.ts";
import { unsupportedType } from "../extract/unsupported-type.ts";
import type { Extraction } from "./extraction-stream.ts";
import { SandboxBusy } from "./sandbox-busy.ts";
import type { SandboxClient } from "./sandbox-client.ts";
import type { QueueWait } from "./acquire-slot.ts";
import { LineFeedCounter } from "./line-feed-counter.ts";
import { PassageOffsets } from "./passage-offsets.ts";

export const MAX_LONG_TEXT_BYTES = 200_000_000;
/** Size of a segment. The segment is in memory together with the passage offsets. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
/** A segment ends at an empty line if one is within this distance of its end. */
const PARAGRAPH_BYTES = 64 * 1024;
const SNIFFED_BYTES = 1024;
const BUSY_PAUSE_MS = 3_000;
const BUSY_TURNS = 20;
const LINE_FEED = 0x0a;
/**
 * Cut positions in a line longer than a segment, best first: after an element, after a value, after a word.
 */
const GAPS = [">", ",", " "].map((char) => char.charCodeAt(0));
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const TOO_LONG = "This file is larger than 200 MB, the limit for texts. Split it and upload the parts.";
const TOO_LARGE =
  "This file is larger than 25 MiB, the limit for its format. Text, tables (CSV), JSON, XML, captions, calendars and source code may have 200 MB. Split it and upload the parts.";
const NOT_UTF8 =
  "Texts of more than 25 MiB must be in UTF-8. Save this file as UTF-8, without binary data, or split it and upload the parts.";

/** Kinds of text files that are read in segments, with the parse hint and the strategy to record. */
const LONG_KINDS: Partial<
  Record<FileKind, { readonly parseHint: "prose" | "lines"; readonly strategy: string }>
> = {
  text: { parseHint: "prose", strategy: "text" },
  markdown: { parseHint: "prose", strategy: "markdown" },
  delimited: { parseHint: "lines", strategy: "text" },
  json: { parseHint: "lines", strategy: "text" },
  xml: { parseHint: "lines", strategy: "text" },
  captions: { parseHint: "lines", strategy: "text" },
  calendar: { parseHint: "lines", strategy: "text" },
  code: { parseHint: "lines", strategy: "code" },
};
type LongKind = NonNullable<(typeof LONG_KINDS)[FileKind]>;

interface Segment {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isFirst: boolean;
}

/** State after the segments that were read so far. */
interface Told {
  readonly places: PassageOffsets;
  readonly lineEnds: LineFeedCounter;
  characters: number;
  bytes: number;
  tokens: number;
  title: string;
  keywords: readonly string[];
  summary: string;
  readonly notes: Set<string>;
}

interface LongTextOptions {
  /** Segment size in bytes. */
  readonly segmentBytes?: number;
  readonly queueWait?: QueueWait;
}

/**
 * Extracts a text that exceeds memory. The sandbox reads it segment by segment and must leave it unchanged,
 * so the stored text is the file itself and each passage has its line. Keywords and summary come from the
 * first 4 MiB.
 * @throws ExtractionError, SandboxBusy
 */
export async function readLongText(
  bucket: R2Bucket,
  asset: AssetRow,
  sandbox: SandboxClient,
  { segmentBytes = SEGMENT_BYTES, queueWait }: LongTextOptions = {},
): Promise<Extraction> {
  const { parseHint, strategy } = await kindOf(bucket, asset);
  const places = new PassageOffsets();
  const counts = { characters: 0, bytes: 0, tokens: 0 };
  const told: Told = {
    places,
    lineEnds: new LineFeedCounter(),
    ...counts,
    title: "",
    keywords: [],
    summary: "",
    notes: new Set(),
  };
  const digest = new crypto.DigestStream("SHA-256");
  const hash = digest.getWriter();
  let skipped = 0;
  for await (const segment of segmentsOf(bucket, asset, segmentBytes)) {
    const isMarked = segment.isFirst && BYTE_ORDER_MARK.every((byte, at) => segment.bytes[at] === byte);
    skipped += isMarked ? BYTE_ORDER_MARK.length : 0;
    const bytes = isMarked ? segment.bytes.subarray(BYTE_ORDER_MARK.length) : segment.bytes;
    await hash.write(bytes);
    await readSegment(sandbox, asset, { bytes, isFirst: segment.isFirst }, { told, parseHint, queueWait });
  }
  await hash.close();
  const { bytes, characters, tokens, keywords, summary } = told;
  if (told.lineEnds.hasCarriageReturns) places.dropLines();
  if (places.length === 0)
    throw new ExtractionError("This file has no text. Save it again with its content, and upload that.");
  const title = strategy === "markdown" ? told.title : "";
  const head = {
    kind: "head",
    title,
    strategy,
    version: hexOf(await digest.digest),
    bytes,
    characters,
    tokens,
  } as const;
  const text = piecesOfBody(await pinnedBody(bucket, asset, { offset: skipped }));
  return {
    head,
    places,
    keywords,
    summary,
    entryCount: 0,
    note: composeNote([...told.notes]),
    text,
    artifacts: null,
  };
}

async function kindOf(bucket: R2Bucket, asset: AssetRow): Promise<LongKind> {
  const { contentType, originalFileName, fileSize } = asset;
  const head = await new Response(
    await pinnedBody(bucket, asset, { offset: 0, length: SNIFFED_BYTES }),
  ).bytes();
  const format = detectFormat({ bytes: head, contentType, originalFileName });
  if (format.kind === "unsupported") throw unsupportedType(format.mediaType);
  const kind = format.kind === "container" ? undefined : LONG_KINDS[format.kind];
  if (kind === undefined || format.kind === "container") throw new ExtractionError(TOO_LARGE);
  if (fileSize > MAX_LONG_TEXT_BYTES) throw new ExtractionError(TOO_LONG);
  if (format.charset !== null && !/^(?:utf-?8|us-ascii)$/i.test(format.charset))
    throw new ExtractionError(NOT_UTF8);
  return kind;
}

/**
 * Yields the file in segments. A segment ends after an empty line, otherwise after a line, otherwise after a
 * character.
 */
async function* segmentsOf(bucket: R2Bucket, asset: AssetRow, segmentBytes: number): AsyncGenerator<Segment> {
  for (let offset = 0; offset < asset.fileSize;) {
    const length = Math.min(segmentBytes, asset.fileSize - offset);
    const read = await new Response(await pinnedBody(bucket, asset, { offset, length })).bytes();
    const bytes = offset + length === asset.fileSize ? read : read.subarray(0, endOf(read));
    yield { bytes: bytes as Uint8Array<ArrayBuffer>, isFirst: offset === 0 };
    offset += bytes.length;
  }
}

function endOf(bytes: Uint8Array): number {
  const least = Math.max(0, bytes.length - PARAGRAPH_BYTES);
  for (let at = bytes.length - 1; at > least; at -= 1) {
    if (bytes[at] === LINE_FEED && bytes[at - 1] === LINE_FEED) return at + 1;
  }
  const line = bytes.lastIndexOf(LINE_FEED);
  if (line > 0) return line + 1;
  // Cuts within one line, between two words or values.
  for (const gap of GAPS) {
    const at = bytes.lastIndexOf(gap);
    if (at > least) return at + 1;
  }
  let end = bytes.length;
  // Goes back to the first byte of a character. Bytes 10xxxxxx continue a character.
  while (end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.length;
}

async function readSegment(
  sandbox: SandboxClient,
  asset: AssetRow,
  { bytes, isFirst }: Segment,
  {
    told,
    parseHint,
    queueWait,
  }: {
    readonly told: Told;
    readonly parseHint: LongKind["parseHint"];
    readonly queueWait: QueueWait | undefined;
  },
): Promise<void> {
  const before = { characters: told.characters, lines: told.lineEnds.count };
  told.bytes += bytes.length;
  told.lineEnds.add(bytes);
  if (isBlank(bytes)) {
    told.characters += bytes.length;
    return;
  }
  const reading = await retryWhenBusy(async () => {
    // The declared type keeps the segment unchanged, even if its first bytes look like another kind.
    const source = {
      bytes,
      contentType: "text/markdown; charset=utf-8",
      originalFileName: "",
      textOnly: true as const,
      parseHint,
    };
    return await sandbox.read(source, asset.organizationId, queueWait);
  }, queueWait);
  await reading.text.cancel();
  const { head, places, keywords, summary, note } = reading;
  if (head.version !== hexOf(await crypto.subtle.digest("SHA-256", bytes)))
    throw new ExtractionError(NOT_UTF8);
  for (const [start, end, , locators] of places) {
    const place = locators?.[0]?.[1];
    told.places.add(
      before.characters + start,
      before.characters + end,
      place?.kind === "line" ? before.lines + place.line : null,
    );
  }
  told.characters += head.characters;
  told.tokens += head.tokens;
  if (note !== "") told.notes.add(note);
  if (isFirst) Object.assign(told, { title: head.title, keywords, summary });
}

/** Retries if the sandbox is busy, so that the finished segments are not lost. */
async function retryWhenBusy<T>(read: () => Promise<T>, queueWait: QueueWait | undefined): Promise<T> {
  const rest = async (): Promise<void> => await scheduler.wait(BUSY_PAUSE_MS);
  for (let turn = 1; ; turn += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof SandboxBusy) || turn >= BUSY_TURNS) throw error;
      await (queueWait === undefined ? rest() : queueWait.pause(rest));
    }
  }
}

/** Whether the bytes contain only spaces and line ends. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
