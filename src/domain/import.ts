import * as z from "zod";
import type { Id } from "./ids.ts";
import { idText } from "./id-text.ts";
import { MS_PER_DAY } from "./time.ts";

/**
 * States of an import. `checking`: the service reads the archives and writes nothing. `importing`: it writes
 * the checked data.
 */
export const IMPORT_STATES = ["checking", "importing", "done", "failed"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const MAX_IMPORT_PARTS = 100;
/** Time limit of an import in milliseconds. The service gives up an import that takes longer. */
export const IMPORT_TTL_MS = 7 * MS_PER_DAY;

/** The service cannot import the archive. The message is for the user who started the import. */
export class ImportRejected extends Error {
  override readonly name = "ImportRejected";
}

const count = z.int().min(0);

export const importCounts = z.object({
  collections: count,
  assets: count,
  threads: count,
  messages: count,
  citations: count,
});
export type ImportCounts = z.output<typeof importCounts>;
export const NOTHING_IMPORTED: ImportCounts = {
  collections: 0,
  assets: 0,
  threads: 0,
  messages: 0,
  citations: 0,
};

/** An uploaded part of the archive, as it was at the start of the import. */
const importPart = z.object({ assetId: idText("asset"), key: z.string(), etag: z.string(), size: count });
export const importParts = z.array(importPart);
export type ImportPart = z.output<typeof importPart>;

/** Position up to which the import has read the archive. */
export const importCursor = z.object({
  part: count,
  /** Index of the entry in the part of the archive. */
  member: count,
  /**
   * Position of the next line in the entry: the offset in bytes, the number of lines before it, and their
   * CRC.
   */
  offset: count,
  line: count,
  crc: count,
  /** Rank of the last started kind of file. An archive contains the kinds in a fixed order. */
  rank: z.int(),
});
export type ImportCursor = z.output<typeof importCursor>;
export const AT_BEGINNING: ImportCursor = { part: 0, member: 0, offset: 0, line: 0, crc: 0, rank: -1 };

/** Progress of a record that does not fit one slice. The cursor points to the start of the record. */
const openRecord = z.object({
  /** Id of the asset whose texts are stored before its row. */
  assetId: idText("asset").nullable(),
  texts: count,
  /** Word tokens of the current text. Null until the text is stored. */
  tokens: count.nullable(),
  links: count,
});
export type PendingRecord = z.output<typeof openRecord>;
export const NOTHING_PENDING: PendingRecord = { assetId: null, texts: 0, tokens: null, links: 0 };

/** State of an import, stored between two slices. */
export const importProgress = z.object({
  cursor: importCursor,
  /** Expected value of `after` in the manifest of the next part. */
  after: z.string().nullable(),
  /** Number of records in the part that is being checked. */
  inPart: importCounts.extend({ threadFiles: count }),
  /** Usage of all checked records, for the quotas. */
  uses: z.object({ assets: count, bytes: count }),
  /** Number of pages with a refresh schedule. */
  scheduled: count,
  /** Maps the top collections of the archive to collections of this organization. */
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

/** Organization or user from which the archive was exported. Empty until the import has read it. */
export type ImportSource = Id<"org"> | "";
