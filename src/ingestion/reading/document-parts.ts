import * as z from "zod";
import { type LocatorRuns, locatorRuns } from "../../domain/locator.ts";
import { type ArtifactsHead, artifactsHead } from "../artifacts/artifacts-head.ts";
import { MAX_MEMBER_BYTES, MAX_MEMBERS } from "../extract/archive/member.ts";
import { ExtractionError } from "../../domain/extraction-error.ts";
import type { PieceSource } from "../../storage/r2/pieces.ts";

const count = z.int().nonnegative();

/** What a reading begins with: all that must be known before the text is stored. */
const head = z.object({
  kind: z.literal("head"),
  /** The title that the document gives itself; "" when it gives none. */
  title: z.string().max(4_000),
  /** The extractor that made the text. */
  strategy: z.string().max(64),
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  version: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of the text in UTF-8. */
  bytes: count.max(200_000_000),
  /** Of the text, in UTF-16 code units. */
  characters: count,
  /** Word tokens of the text. */
  tokens: count,
});

const place = z.tuple([count, count, count, locatorRuns.optional()]);
/** The next passages: where each stands in the text, its page, 0 when the format has none, and other places of the document. */
const chunks = z.object({ kind: z.literal("chunks"), chunks: z.array(place).max(10_000) });

/** Stands behind all lines. Then comes the text, as so many bytes as the head says, and then what was made beside it: the Markdown, and the HTML. */
const end = z.object({
  kind: z.literal("end"),
  keywords: z.array(z.string().max(400)).max(32),
  summary: z.string().max(4_000),
  /** How many files in it can be unpacked. */
  members: count.max(MAX_MEMBERS).default(0),
  artifacts: artifactsHead.nullable().default(null),
  /** What people are told of a file that was read, but not all of it; "" where there is nothing to say. */
  note: z.string().max(1_000).default(""),
});

const failure = z.object({
  kind: z.literal("failure"),
  reason: z.string().max(1_000),
  permanent: z.boolean(),
  othersMay: z.boolean().default(false),
});

export type DocumentHead = z.output<typeof head>;
/** What a reading tells of a text before the text itself: head, chunks, end. */
export type DocumentPart = DocumentHead | z.output<typeof chunks> | z.output<typeof end>;
export type DocumentFailure = z.output<typeof failure>;
/** Of a passage in the text. */
export type ChunkPlace = readonly [start: number, end: number, page: number, locators?: LocatorRuns | undefined];
/** Those of a text in order; of a long text each is made as it is asked for. */
export interface ChunkPlaces extends Iterable<ChunkPlace> {
  readonly length: number;
}

/**
 * What was made of a document; its text comes, in UTF-8, when it is asked for, and behind it the artifacts. All of it is to be read to its end,
 * or cancelled.
 */
export interface Reading {
  readonly head: DocumentHead;
  readonly places: ChunkPlaces;
  readonly keywords: readonly string[];
  readonly summary: string;
  /** How many files in it can be unpacked. */
  readonly members: number;
  /** What people are told of it when it is ready; `""` for nothing. */
  readonly note: string;
  readonly text: PieceSource;
  /** Null when none were made. */
  readonly artifacts: { readonly head: ArtifactsHead; readonly content: PieceSource } | null;
}

/** Gives up on what is left of a reading. Never rejects. */
export async function cancelReading({ text, artifacts }: Reading): Promise<void> {
  await text.cancel();
  await artifacts?.content.cancel();
}

const line = z.discriminatedUnion("kind", [head, chunks, end, failure]);
const NOT_WHOLE = "The text of this file did not arrive whole. Upload it again; if that does not help, tell who runs this service.";

export function notWhole(cause?: unknown): ExtractionError {
  return new ExtractionError(NOT_WHOLE, { permanent: false, cause });
}

/** One line of a reading, as it is sent. */
export function lineOf(part: DocumentPart | UnpackedPart | DocumentFailure): string {
  return `${JSON.stringify(part)}\n`;
}

/** @throws ExtractionError when the line tells of a failure, or is none */
export function partOf(sent: string): DocumentPart {
  return parsed(line, sent);
}

/** The files in an archive that can be unpacked. */
const files = z.object({
  kind: z.literal("files"),
  files: z.array(z.object({ path: z.string().min(1).max(255), contentType: z.string().min(1).max(255) })).max(MAX_MEMBERS),
});
/** Stands before the bytes of the next one of them. */
const file = z.object({ kind: z.literal("file"), bytes: count.max(MAX_MEMBER_BYTES) });
const unpackedLine = z.discriminatedUnion("kind", [files, file, failure]);

export type UnpackedFiles = z.output<typeof files>;
/** What tells of the files of an archive: all of them, and then each one. */
export type UnpackedPart = UnpackedFiles | z.output<typeof file>;

/** @throws ExtractionError when the line tells of a failure, or is none */
export function unpackedPartOf(sent: string): UnpackedPart {
  return parsed(unpackedLine, sent);
}

function parsed<T extends { readonly kind: string }>(schema: z.ZodType<T | DocumentFailure>, sent: string): T {
  const read = schema.safeParse(jsonOf(sent));
  if (!read.success) throw notWhole(read.error);
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
