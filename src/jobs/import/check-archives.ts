import * as z from "zod";
import {
  type ExportedAsset,
  exportedAsset,
  exportedCollection,
  exportManifest,
  type ExportManifest,
  exportedMessage,
  exportedOrganization,
  exportedThread,
} from "../../domain/export-format.ts";
import {
  AT_BEGINNING,
  ImportRejected,
  type ImportProgress,
  type ImportSource,
  NO_PROGRESS,
} from "../../domain/import.ts";
import { isTooDeep } from "../../domain/json-depth.ts";
import { shown, type StoredZip } from "../../storage/r2/stored-zip.ts";
import { requireAssetSize, requireMessageSize, requireThreadSize } from "./require-sizes.ts";
import { type ArchiveEvent, type RecordFile } from "./read-records.ts";

/** Records that one slice reads at most. */
const RECORDS_PER_SLICE = 2_000;
const BYTES_PER_SLICE = 4 * 1024 * 1024;
const FILES_PER_SLICE = 200;

const RECORDS = {
  organization: exportedOrganization,
  collections: exportedCollection,
  assets: exportedAsset,
  threads: exportedThread,
  messages: exportedMessage,
} as const satisfies Record<RecordFile, z.ZodType>;
type RecordOf<F extends RecordFile> = z.output<(typeof RECORDS)[F]>;

/**
 * Parses and checks a record of an archive.
 * @throws ImportRejected for a record that no export contains
 */
export function recordOf<F extends RecordFile>(file: F, value: unknown, place: string): RecordOf<F> {
  const parsed = RECORDS[file].safeParse(value);
  if (parsed.success) return parsed.data as RecordOf<F>;
  const [issue] = parsed.error.issues;
  throw new ImportRejected(
    `${place} is not a record of version 2: ${shown(issue?.path.join(".") ?? "")} is wrong.`,
  );
}

export interface CheckedSlice {
  readonly progress: ImportProgress;
  readonly sourceId: ImportSource;
  /** Whether all archives are checked. */
  readonly isOver: boolean;
}

/**
 * Checks the next slice of the archives without writing to D1.
 * @throws ImportRejected for data that cannot be imported
 */
export async function checkArchives(
  events: AsyncIterable<ArchiveEvent>,
  before: ImportProgress,
  source: ImportSource,
  parts: number,
): Promise<CheckedSlice> {
  let progress = before;
  let sourceId = source;
  let [records, bytes, files] = [0, 0, 0];
  for await (const event of events) {
    if (event.what === "part") {
      const manifest = await readManifest(event.zip);
      requireNext(manifest, progress, sourceId, { part: event.part, parts });
      sourceId = manifest.of.id as ImportSource;
      requireFiles(event.zip, manifest);
      progress = { ...progress, after: manifest.next, inPart: NO_PROGRESS.inPart };
    } else if (event.what === "record") {
      records += 1;
      bytes += event.bytes;
      progress = counted(progress, event);
    } else if (event.what === "file_end") {
      files += 1;
      const threadFiles = progress.inPart.threadFiles + (event.file === "messages" ? 1 : 0);
      progress = { ...progress, inPart: { ...progress.inPart, threadFiles } };
    } else await requireCounts(event.zip, progress);
    progress = { ...progress, cursor: event.next };
    if (records >= RECORDS_PER_SLICE || bytes >= BYTES_PER_SLICE || files >= FILES_PER_SLICE)
      return { progress, sourceId, isOver: false };
  }
  return { progress: { ...progress, cursor: AT_BEGINNING }, sourceId, isOver: true };
}

function counted(
  progress: ImportProgress,
  { file, value, place, zip, threadId }: ArchiveEvent & { what: "record" },
): ImportProgress {
  const { inPart, uses } = progress;
  const record = recordOf(file, value, place);
  switch (file) {
    case "organization":
      return progress;
    case "collections":
      return { ...progress, inPart: { ...inPart, collections: inPart.collections + 1 } };
    case "assets": {
      requireAssetSize(record as ExportedAsset, place);
      const bytes = originalOf(zip, record as ExportedAsset)?.size ?? 0;
      const used = { assets: uses.assets + 1, bytes: uses.bytes + bytes };
      return { ...progress, uses: used, inPart: { ...inPart, assets: inPart.assets + 1 } };
    }
    case "threads": {
      const { id } = record as RecordOf<"threads">;
      requireThreadSize(record as RecordOf<"threads">, place);
      if (zip.find(`threads/${id}.jsonl`) === undefined)
        throw new ImportRejected(`${place}: the file of its messages is missing.`);
      return { ...progress, inPart: { ...inPart, threads: inPart.threads + 1 } };
    }
    case "messages": {
      if (threadId === null) throw new Error("messages without a thread");
      requireMessageSize(record as RecordOf<"messages">, place);
      const citations = inPart.citations + (record as RecordOf<"messages">).citations.length;
      return { ...progress, inPart: { ...inPart, messages: inPart.messages + 1, citations } };
    }
    default:
      return file satisfies never;
  }
}

/** The ZIP entry with the asset's bytes; undefined if the archive lacks the bytes. */
export function originalOf(zip: StoredZip, { original }: Pick<ExportedAsset, "original">) {
  return original === null ? undefined : zip.find(original);
}

/** Limit for the manifest, which suffices for the names of a thousand missing files. */
const MANIFEST_MAX_BYTES = 4 * 1024 * 1024;

async function readManifest(zip: StoredZip): Promise<ExportManifest> {
  const member = zip.find("manifest.json");
  if (member === undefined)
    throw new ImportRejected("It has no manifest. It is incomplete, or it is not an export.");
  const text = new TextDecoder().decode(await zip.bytesOf(member, MANIFEST_MAX_BYTES));
  const parsed = exportManifest.safeParse(parsedOrNull(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ImportRejected(
      `Its manifest does not match export version 2: ${shown(issue?.path.join(".") ?? "")} is wrong.`,
    );
  }
  return parsed.data;
}

function parsedOrNull(text: string): unknown {
  try {
    return isTooDeep(text) ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function requireNext(
  { of, after, next }: ExportManifest,
  { after: expected }: ImportProgress,
  sourceId: ImportSource,
  { part, parts }: { readonly part: number; readonly parts: number },
): void {
  const which = `Archive ${part + 1} of ${parts}`;
  if (of.kind !== "organization")
    throw new ImportRejected(
      `${which} is the export of a user. Only exports of organizations can be imported.`,
    );
  if (sourceId !== "" && of.id !== sourceId)
    throw new ImportRejected(`${which} comes from another organization than the first archive.`);
  if (after !== expected) throw new ImportRejected(`${which} is not the next part. Name all parts in order.`);
  if ((next === null) !== (part === parts - 1)) {
    throw new ImportRejected(
      next === null
        ? `${which} is already the last part.`
        : "The last part is missing. Name all parts in order.",
    );
  }
}

const FILES: Readonly<Record<string, RegExp>> = {
  originals: /^originals\//,
  texts: /^texts\/.*\.txt$/,
  chunks: /^texts\/.*\.chunks\.json$/,
  artifacts: /^artifacts\//,
};

function requireFiles({ members }: StoredZip, { counts }: ExportManifest): void {
  for (const [what, pattern] of Object.entries(FILES))
    requireCount(what, members.filter(({ name }) => pattern.test(name)).length, counts);
}

function requireCount(what: string, found: number, counts: ExportManifest["counts"]): void {
  const said = counts[what] ?? 0;
  if (found !== said) throw new ImportRejected(`Its manifest names ${said} ${what}, but it has ${found}.`);
}

/**
 * Compares the record counts with the manifest at the end of a part.
 * @throws ImportRejected if a count differs
 */
async function requireCounts(zip: StoredZip, { inPart }: ImportProgress): Promise<void> {
  const { threadFiles, ...counted } = inPart;
  const { counts } = await readManifest(zip);
  for (const [what, found] of Object.entries(counted)) requireCount(what, found, counts);
  if (threadFiles !== inPart.threads)
    throw new ImportRejected(`It has messages of ${threadFiles} threads, but ${inPart.threads} threads.`);
}
