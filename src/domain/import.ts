import * as z from "zod";
import type { Id } from "./ids.ts";
import { idText } from "./id-text.ts";

/** `checking`: the service reads everything and writes nothing. `importing`: it writes the checked data. */
export const IMPORT_STATES = ["checking", "importing", "done", "failed"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const MAX_IMPORT_PARTS = 100;
/** The service gives up an import that has not ended after this time. */
export const IMPORT_TTL_MS = 7 * 24 * 60 * 60_000;

/** The archive cannot be imported. The message is for the importing user. */
export class ImportRejected extends Error {
  override readonly name = "ImportRejected";
}

const count = z.int().min(0);

export const importCounts = z.object({ collections: count, assets: count, threads: count, messages: count, citations: count });
export type ImportCounts = z.output<typeof importCounts>;
export const NOTHING_IMPORTED: ImportCounts = { collections: 0, assets: 0, threads: 0, messages: 0, citations: 0 };

/** The state of an archive at the start of the import. */
const importPart = z.object({ assetId: idText("asset"), key: z.string(), etag: z.string(), size: count });
export const importParts = z.array(importPart);
export type ImportPart = z.output<typeof importPart>;

/** The position up to which the archives have been read. */
export const importCursor = z.object({
  part: count,
  /** Index of the entry in the part. */
  member: count,
  /** The start of the next line in the entry in bytes, the number of lines before it, and their CRC. */
  offset: count,
  line: count,
  crc: count,
  /** The kind of the last started file. An archive contains the kinds in a fixed order. */
  rank: z.int(),
});
export type ImportCursor = z.output<typeof importCursor>;
export const AT_BEGINNING: ImportCursor = { part: 0, member: 0, offset: 0, line: 0, crc: 0, rank: -1 };

/** A record larger than one slice, and its progress. The cursor points to its start. */
const openRecord = z.object({
  /** An asset with stored texts and without a row. */
  assetId: idText("asset").nullable(),
  texts: count,
  /** Word tokens of the current text. Null before it is stored. */
  tokens: count.nullable(),
  links: count,
});
export type PendingRecord = z.output<typeof openRecord>;
export const NOTHING_PENDING: PendingRecord = { assetId: null, texts: 0, tokens: null, links: 0 };

/** The stored state of an import between two slices. */
export const importProgress = z.object({
  cursor: importCursor,
  /** The expected `after` in the next part's manifest. */
  after: z.string().nullable(),
  /** Counts of the part that is being checked. */
  inPart: importCounts.extend({ threadFiles: count }),
  /** The usage of everything checked, for the quotas. */
  uses: z.object({ assets: count, bytes: count }),
  /** Number of pages with a refresh schedule. */
  scheduled: count,
  /** The top collections of the archive and their counterparts in this organization. */
  mapped: z.record(z.string(), z.string()),
  open: openRecord,
});
export type ImportProgress = z.output<typeof importProgress>;

export const NO_PROGRESS: ImportProgress = {
  cursor: AT_BEGINNING,
  after: null,
  inPart: { ...NOTHING_IMPORTED, threadFiles: 0 },
  uses: { assets: 0, bytes: 0 },
  scheduled: 0,
  mapped: {},
  open: NOTHING_PENDING,
};

/** The organization or user of the archive. "" before the import has read it. */
export type ImportSource = Id<"org"> | "";
