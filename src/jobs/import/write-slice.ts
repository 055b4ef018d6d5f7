import type {
  ExportedAsset,
  ExportedCollection,
  ExportedMessage,
  ExportedThread,
} from "../../domain/export-format.ts";
import type { Id } from "../../domain/ids.ts";
import {
  type ImportCounts,
  type ImportProgress,
  NOTHING_IMPORTED,
  NOTHING_PENDING,
  type PendingRecord,
} from "../../domain/import.ts";
import type { Usage } from "../../domain/usage.ts";
import type { Assertion } from "../../storage/d1/core/commit.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import { doExist, findPositions, selectFirstCollections } from "../../storage/d1/service/imports.ts";
import { areHidden, showThreads } from "../../storage/d1/service/imported-rows.ts";
import { recordOf } from "./check-archives.ts";
import { writeAssets } from "./write-assets.ts";
import { type PendingSlice, writePendingAsset, writePendingThread } from "./write-pending.ts";
import { type CollectionPosition, writeCollections } from "./write-collections.ts";
import { writeMessages, writeThreads } from "./write-threads.ts";
import type { ImportedIds } from "./imported-ids.ts";
import type { Located, SliceContext } from "./slice-context.ts";
import type { ArchiveEvent } from "./read-records.ts";

/** Approximate limits of a slice: rows, bytes of records, and bytes of files. */
const ROWS_PER_SLICE = 150;
const RECORD_BYTES_PER_SLICE = 1024 * 1024;
const ASSETS_PER_SLICE = 20;
const FILE_BYTES_PER_SLICE = 32 * 1024 * 1024;
const FILES_PER_SLICE = 50;

/** The output of one slice. */
export interface Slice {
  readonly progress: ImportProgress;
  readonly added: ImportCounts;
  readonly asserts: readonly Assertion[];
  readonly writes: readonly Statement[];
  readonly usage: Usage;
  readonly isOver: boolean;
}

/** The records of a slice, in order. */
interface Gathered {
  readonly collections: Located<ExportedCollection>[];
  readonly assets: Located<ExportedAsset>[];
  readonly threads: Located<ExportedThread>[];
  readonly messages: (Located<ExportedMessage> & { readonly threadId: Id<"thread"> })[];
  /** Threads whose last message has been read. */
  readonly ended: Id<"thread">[];
}

/**
 * Imports the next slice of the checked archives: stores files and prepares rows.
 * @throws ImportRejected for data that cannot be imported
 */
export async function nextSlice(
  ctx: SliceContext,
  events: AsyncIterable<ArchiveEvent>,
  before: ImportProgress,
): Promise<Slice> {
  const { gathered, cursor, isOver, isOpen } = await gather(events, before);
  const { db, target, ids } = ctx;
  const placeIds = await placeIdsOf(gathered, ids);
  // An archive begins with its initial collections.
  const hasFirst = gathered.collections.some(({ record }) => record.kind !== "collection");
  const { first } = hasFirst
    ? await db.read({ first: selectFirstCollections(db, target.organizationId) })
    : { first: [] };
  const { known } = await db.read({ known: findPositions(db, target.organizationId, placeIds) });
  const places = new Map<string, CollectionPosition>(known.map((place) => [place.id, place]));
  const collections = await writeCollections(ctx, gathered.collections, first, places);
  const { assets, threads, open } = await (isOpen ? writeOpen : writeWhole)(ctx, gathered, places, before);
  const messages = await writeMessages(ctx, gathered.messages);
  const shown = await Promise.all(gathered.ended.map(async (id) => await ids.of("thread", id)));
  const touched = new Set([...messages.threadIds, ...shown, ...threads.touched]);
  for (const id of threads.threadIds) touched.delete(id);
  return {
    progress: {
      ...before,
      cursor: open === null ? cursor : before.cursor,
      open: open ?? NOTHING_PENDING,
      scheduled: assets.scheduled,
      mapped: { ...before.mapped, ...collections.mapped },
    },
    added: {
      ...NOTHING_IMPORTED,
      collections: gathered.collections.length,
      assets: open === null ? gathered.assets.length : 0,
      threads: shown.length,
      messages: gathered.messages.length,
      citations: messages.citations,
    },
    asserts: [
      ...doExist(
        target.organizationId,
        known.map(({ id }) => id),
      ),
      ...collections.asserts,
      ...areHidden(target, [...touched]),
    ],
    writes: [
      ...collections.statements,
      ...assets.statements,
      ...threads.statements,
      ...messages.statements,
      ...showThreads(db, shown),
    ],
    usage: assets.usage,
    isOver,
  };
}

interface Written {
  readonly assets: Omit<PendingSlice, "open">;
  readonly threads: {
    readonly statements: readonly Statement[];
    /** New threads, and existing threads with new messages. */
    readonly threadIds: readonly Id<"thread">[];
    readonly touched: readonly Id<"thread">[];
  };
  /** The record that needs another slice; null after the slice has written all gathered records. */
  readonly open: PendingRecord | null;
}

async function writeWhole(
  ctx: SliceContext,
  gathered: Gathered,
  places: ReadonlyMap<string, CollectionPosition>,
  { scheduled }: ImportProgress,
): Promise<Written> {
  const assets = await writeAssets(ctx, gathered.assets, places, scheduled);
  return {
    assets,
    threads: { ...(await writeThreads(ctx, gathered.threads, places)), touched: [] },
    open: null,
  };
}

/** Writes the next part of the record that needs several slices. */
async function writeOpen(
  ctx: SliceContext,
  { assets: [asset], threads: [thread] }: Gathered,
  places: ReadonlyMap<string, CollectionPosition>,
  before: ImportProgress,
): Promise<Written> {
  const noThreads = { statements: [], threadIds: [], touched: [] };
  if (asset !== undefined) {
    const { open, ...assets } = await writePendingAsset(ctx, asset, places, before);
    return { assets, threads: noThreads, open };
  }
  if (thread === undefined) throw new Error("nothing is open");
  const { statements, threadId, open } = await writePendingThread(ctx, thread, places, before.open);
  const noAssets = { statements: [], usage: { assets: 0, bytes: 0 }, scheduled: before.scheduled };
  const threads =
    before.open.links === 0 ? { threadIds: [threadId], touched: [] } : { threadIds: [], touched: [threadId] };
  return { assets: noAssets, threads: { statements, ...threads }, open };
}

async function gather(events: AsyncIterable<ArchiveEvent>, { cursor: from }: ImportProgress) {
  const gathered: Gathered = { collections: [], assets: [], threads: [], messages: [], ended: [] };
  let cursor = from;
  let [rows, bytes, fileBytes, files] = [0, 0, 0, 0];
  for await (const event of events) {
    if (event.what === "record") {
      const record = taken(gathered, event);
      // A record larger than a slice gets slices of its own.
      const isOpen = record.isDivided && record.rows > ROWS_PER_SLICE;
      if (isOpen && cursor !== from) return { gathered, cursor, isOver: false, isOpen: false };
      record.add();
      if (isOpen) return { gathered, cursor: event.next, isOver: false, isOpen };
      rows += record.rows;
      fileBytes += record.bytes;
      bytes += event.bytes;
    }
    cursor = event.next;
    if (event.what === "file_end") {
      files += 1;
      if (event.threadId !== null) gathered.ended.push(event.threadId);
      // Later slices need the mapping of the archive's initial collections, so the slice ends here.
      if (event.file === "collections") return { gathered, cursor, isOver: false, isOpen: false };
    }
    const isFull = rows >= ROWS_PER_SLICE || bytes >= RECORD_BYTES_PER_SLICE || files >= FILES_PER_SLICE;
    if (isFull || gathered.assets.length >= ASSETS_PER_SLICE || fileBytes >= FILE_BYTES_PER_SLICE) {
      return { gathered, cursor, isOver: false, isOpen: false };
    }
  }
  return { gathered, cursor, isOver: true, isOpen: false };
}

/** A record that the archive reader returned. */
interface Taken {
  /**
   * Number of rows that the record needs. A text counts twice, because the import copies both its bytes and
   * its passages.
   */
  readonly rows: number;
  /** Bytes of the record's files. */
  readonly bytes: number;
  /** Whether several slices may write the record. */
  readonly isDivided: boolean;
  /** Adds the record to the gathered slice. */
  readonly add: () => void;
}

function taken(gathered: Gathered, event: ArchiveEvent & { what: "record" }): Taken {
  const { file, value, place, zip, threadId } = event;
  const whole = { bytes: 0, isDivided: false };
  switch (file) {
    case "organization":
      return { ...whole, rows: 0, add: () => undefined };
    case "collections": {
      const record = recordOf(file, value, place);
      return { ...whole, rows: 1, add: () => void gathered.collections.push({ record, place, zip }) };
    }
    case "assets": {
      const record = recordOf(file, value, place);
      const names = [record.original ?? "", ...record.artifacts.map((artifact) => artifact.file)];
      const bytes = names.reduce((sum, name) => sum + (zip.find(name)?.size ?? 0), 0);
      const rows = 1 + record.collections.length + 2 * record.textVersions.length;
      return { rows, bytes, isDivided: true, add: () => void gathered.assets.push({ record, place, zip }) };
    }
    case "threads": {
      const record = recordOf(file, value, place);
      const rows = 1 + record.scope.length + record.collections.length;
      return {
        bytes: 0,
        rows,
        isDivided: true,
        add: () => void gathered.threads.push({ record, place, zip }),
      };
    }
    case "messages": {
      if (threadId === null) throw new Error("messages without a thread");
      const record = recordOf(file, value, place);
      const rows = 1 + record.citations.length + record.knowledge.length;
      return { ...whole, rows, add: () => void gathered.messages.push({ record, place, zip, threadId }) };
    }
    default:
      return file satisfies never;
  }
}

async function placeIdsOf({ collections, assets, threads }: Gathered, ids: ImportedIds): Promise<string[]> {
  const named = [
    ...collections.flatMap(({ record }) => record.parentId ?? []),
    ...assets.flatMap(({ record }) => record.collections.map(({ collectionId }) => collectionId)),
    ...threads.flatMap(({ record }) => [
      record.homeCollectionId,
      ...record.collections.map(({ collectionId }) => collectionId),
    ]),
  ];
  return await Promise.all([...new Set(named)].map(async (id) => await ids.of("col", id)));
}
