import * as z from "zod";
import type { Id } from "./ids.ts";
import { idText } from "./id-text.ts";

/** `checking`: all of it is read, nothing is written. `importing`: what was read is being written. */
export const IMPORT_STATES = ["checking", "importing", "done", "failed"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const MAX_IMPORT_PARTS = 100;
/** An import that has not ended by then is given up. */
export const IMPORT_TTL_MS = 7 * 24 * 60 * 60_000;

/** What an archive says or holds cannot be read in. The message is for who imports. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}

const count = z.int().min(0);

export const importCounts = z.object({ collections: count, assets: count, threads: count, messages: count, citations: count });
export type ImportCounts = z.output<typeof importCounts>;
export const NOTHING_IMPORTED: ImportCounts = { collections: 0, assets: 0, threads: 0, messages: 0, citations: 0 };

/** An archive, as it was when the import was asked for. */
const importPart = z.object({ assetId: idText("asset"), key: z.string(), etag: z.string(), size: count });
export const importParts = z.array(importPart);
export type ImportPart = z.output<typeof importPart>;

/** How far the archives were read. */
export const importCursor = z.object({
  part: count,
  /** Of the part's members, in their order. */
  member: count,
  /** Where in the member the next line begins, in bytes, how many lines are before it, and what their CRC is. */
  offset: count,
  line: count,
  crc: count,
  /** The kind of the last file that was begun: an archive has them in their order. */
  rank: z.int(),
});
export type ImportCursor = z.output<typeof importCursor>;
export const AT_BEGINNING: ImportCursor = { part: 0, member: 0, offset: 0, line: 0, crc: 0, rank: -1 };

/** A record of which not all goes into one slice, and how much of it was written. The cursor stands before it. */
const openRecord = z.object({
  /** An asset of which texts are stored, and no row tells yet. */
  assetId: idText("asset").nullable(),
  texts: count,
  /** Word tokens of the current text; null before it is stored. */
  tokens: count.nullable(),
  links: count,
});
export type OpenRecord = z.output<typeof openRecord>;
export const NOTHING_OPEN: OpenRecord = { assetId: null, texts: 0, tokens: null, links: 0 };

/** What is kept of an import between two slices. */
export const importProgress = z.object({
  cursor: importCursor,
  /** `after` of the next part's manifest. */
  after: z.string().nullable(),
  /** Of the part that is being checked. */
  inPart: importCounts.extend({ threadFiles: count }),
  /** Of all that was checked: what it will use of quotas. */
  uses: z.object({ assets: count, bytes: count }),
  /** Pages that are fetched again by themselves. */
  scheduled: count,
  /** The first collections of the archive, and those that stand for them here. */
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
  open: NOTHING_OPEN,
};

/** Whose archive it is; "" before that was read. */
export type ImportSource = Id<"org"> | "";
