import * as z from "zod";
import { type LocatorRuns, locatorRuns } from "../../domain/locator.ts";
import { type ArtifactsHead, artifactsHead } from "../artifacts/artifacts-head.ts";
import { MAX_ENTRY_BYTES, MAX_ARCHIVE_ENTRIES } from "../extract/archive/archive-entry.ts";
import { ExtractionError } from "../../domain/extraction-error.ts";
import type { PieceSource } from "../../storage/r2/pieces.ts";

const count = z.int().nonnegative();

/** First line of an extraction: all data that the caller needs to store the text. */
const head = z.object({
  kind: z.literal("head"),
  /** Title that the document declares; "" if it declares none. */
  title: z.string().max(4_000),
  /** The extractor that produced the text. */
  strategy: z.string().max(64),
  /** SHA-256 of the UTF-8 text, in hexadecimal. */
  version: z.string().regex(/^[0-9a-f]{64}$/),
  /** Length of the text in UTF-8. */
  bytes: count.max(200_000_000),
  /** In UTF-16 code units. */
  characters: count,
  /** Number of word tokens in the text. */
  tokens: count,
});

const place = z.tuple([count, count, count, locatorRuns.optional()]);
/** The next passages, each with its offsets, its page (0 for formats without pages) and its locators. */
const chunks = z.object({ kind: z.literal("chunks"), chunks: z.array(place).max(10_000) });

/**
 * Last line. It is followed by the text, whose length the head gives, and by the artifacts: Markdown and
 * HTML.
 */
const end = z.object({
  kind: z.literal("end"),
  keywords: z.array(z.string().max(400)).max(32),
  summary: z.string().max(4_000),
  /** Number of files in the document that can be unpacked. */
  entryCount: count.max(MAX_ARCHIVE_ENTRIES).default(0),
  artifacts: artifactsHead.nullable().default(null),
  /** Message for users about unread parts; "" for none. */
  note: z.string().max(1_000).default(""),
});

const failure = z.object({
  kind: z.literal("failure"),
  reason: z.string().max(1_000),
  permanent: z.boolean(),
  othersMay: z.boolean().default(false),
});

export type DocumentHead = z.output<typeof head>;
/** A line before the text: head, chunks or end. */
export type DocumentPart = DocumentHead | z.output<typeof chunks> | z.output<typeof end>;
export type DocumentFailure = z.output<typeof failure>;
/** Offsets and locators of a passage. */
export type PassageOffset = readonly [
  start: number,
  end: number,
  page: number,
  locators?: LocatorRuns | undefined,
];
/** All passages in order. The passages of a long text are generated on demand. */
export interface PassageOffsetList extends Iterable<PassageOffset> {
  readonly length: number;
}

/**
 * The result of an extraction. The text (UTF-8) streams on demand, followed by the artifacts. The caller must
 * read both to the end or cancel.
 */
export interface Extraction {
  readonly head: DocumentHead;
  readonly places: PassageOffsetList;
  readonly keywords: readonly string[];
  readonly summary: string;
  /** Number of files in the document that can be unpacked. */
  readonly entryCount: number;
  /** Message for users once the asset is ready; `""` for none. */
  readonly note: string;
  readonly text: PieceSource;
  /** Null if the document has no artifacts. */
  readonly artifacts: { readonly head: ArtifactsHead; readonly content: PieceSource } | null;
}

/** Cancels the rest of an extraction. Never rejects. */
export async function cancelExtraction({ text, artifacts }: Extraction): Promise<void> {
  await text.cancel();
  await artifacts?.content.cancel();
}

const line = z.discriminatedUnion("kind", [head, chunks, end, failure]);
const NOT_WHOLE =
  "The text of this file arrived incomplete. Upload the file again. If that does not help, contact the operator of this service.";

export function incompleteTextError(cause?: unknown): ExtractionError {
  return new ExtractionError(NOT_WHOLE, { permanent: false, cause });
}

/** Serializes one line of an extraction. */
export function serializePart(part: DocumentPart | UnpackedPart | DocumentFailure): string {
  return `${JSON.stringify(part)}\n`;
}

/** @throws ExtractionError if the line reports a failure or is invalid */
export function parsePart(sent: string): DocumentPart {
  return parsed(line, sent);
}

/** The files of an archive that can be unpacked. */
const files = z.object({
  kind: z.literal("files"),
  files: z
    .array(z.object({ path: z.string().min(1).max(255), contentType: z.string().min(1).max(255) }))
    .max(MAX_ARCHIVE_ENTRIES),
});
/** Line before the bytes of each file. */
const file = z.object({ kind: z.literal("file"), bytes: count.max(MAX_ENTRY_BYTES) });
const unpackedLine = z.discriminatedUnion("kind", [files, file, failure]);

export type UnpackedFiles = z.output<typeof files>;
/** A line of an unpacked archive: the list of files, or the size of one file. */
export type UnpackedPart = UnpackedFiles | z.output<typeof file>;

/** @throws ExtractionError if the line reports a failure or is invalid */
export function parseUnpackedPart(sent: string): UnpackedPart {
  return parsed(unpackedLine, sent);
}

function parsed<T extends { readonly kind: string }>(
  schema: z.ZodType<T | DocumentFailure>,
  sent: string,
): T {
  const read = schema.safeParse(jsonOf(sent));
  if (!read.success) throw incompleteTextError(read.error);
  const { data } = read;
  if (isFailure(data)) throw new ExtractionError(data.reason, data);
  return data;
}

function isFailure(part: { readonly kind: string }): part is DocumentFailure {
  return part.kind === "failure";
}

function jsonOf(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return null;
  }
}
