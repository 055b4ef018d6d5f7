import type { AssetRecord, CollectionRecord, MessageRecord, ThreadRecord } from "../../domain/export-format.ts";
import type { Id } from "../../domain/ids.ts";
import { type ImportCounts, type ImportProgress, NOTHING_IMPORTED } from "../../domain/import.ts";
import type { Usage } from "../../domain/usage.ts";
import type { Assertion } from "../../storage/d1/core/commit.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import { areThere, findPlaces, listFirstCollections } from "../../storage/d1/service/imports.ts";
import { areHidden, showThreads } from "../../storage/d1/service/imported-rows.ts";
import { recordOf } from "./check-archives.ts";
import { writeAssets } from "./write-assets.ts";
import { type Place, writeCollections } from "./write-collections.ts";
import { writeMessages, writeThreads } from "./write-threads.ts";
import type { ImportedIds } from "./imported-ids.ts";
import type { Found, SliceContext } from "./slice-context.ts";
import type { ArchiveEvent } from "./read-records.ts";

/** A slice has about so many rows, bytes of records, and bytes of files. */
const ROWS_A_SLICE = 150;
const RECORD_BYTES_A_SLICE = 1024 * 1024;
const ASSETS_A_SLICE = 20;
const FILE_BYTES_A_SLICE = 32 * 1024 * 1024;
const FILES_A_SLICE = 50;

/** What a slice writes. */
export interface Slice {
  readonly progress: ImportProgress;
  readonly added: ImportCounts;
  readonly asserts: readonly Assertion[];
  readonly writes: readonly Statement[];
  readonly usage: Usage;
  readonly isOver: boolean;
}

/** The records of a slice, in their order. */
interface Gathered {
  readonly collections: Found<CollectionRecord>[];
  readonly assets: Found<AssetRecord>[];
  readonly threads: Found<ThreadRecord>[];
  readonly messages: (Found<MessageRecord> & { readonly threadId: Id<"thread"> })[];
  /** Those of which all messages were read. */
  readonly ended: Id<"thread">[];
}

/** The next slice of what was checked: files are stored, rows are yet to be written. @throws ImportRefused for what cannot be read in */
export async function nextSlice(ctx: SliceContext, events: AsyncIterable<ArchiveEvent>, before: ImportProgress): Promise<Slice> {
  const { gathered, cursor, isOver } = await gather(events, before);
  const { db, target, ids } = ctx;
  const placeIds = await placeIdsOf(gathered, ids);
  // An archive begins with its first collections.
  const hasFirst = gathered.collections.some(({ record }) => record.kind !== "collection");
  const { first } = hasFirst ? await db.read({ first: listFirstCollections(db, target.organizationId) }) : { first: [] };
  const { known } = await db.read({ known: findPlaces(db, target.organizationId, placeIds) });
  const places = new Map<string, Place>(known.map((place) => [place.id, place]));
  const collections = await writeCollections(ctx, gathered.collections, first, places);
  const assets = await writeAssets(ctx, gathered.assets, places, before.scheduled);
  const threads = await writeThreads(ctx, gathered.threads, places);
  const messages = await writeMessages(ctx, gathered.messages);
  const shown = await Promise.all(gathered.ended.map(async (id) => await ids.of("thread", id)));
  const touched = new Set([...messages.threadIds, ...shown]);
  for (const id of threads.threadIds) touched.delete(id);
  return {
    progress: {
      ...before,
      cursor,
      scheduled: assets.scheduled,
      mapped: { ...before.mapped, ...collections.mapped },
    },
    added: {
      ...NOTHING_IMPORTED,
      collections: gathered.collections.length,
      assets: gathered.assets.length,
      threads: shown.length,
      messages: gathered.messages.length,
      citations: messages.citations,
    },
    asserts: [
      ...areThere(
        target.organizationId,
        known.map(({ id }) => id),
      ),
      ...collections.asserts,
      ...areHidden(target, [...touched]),
    ],
    writes: [...collections.statements, ...assets.statements, ...threads.statements, ...messages.statements, ...showThreads(db, shown)],
    usage: assets.usage,
    isOver,
  };
}

async function gather(events: AsyncIterable<ArchiveEvent>, { cursor: from }: ImportProgress) {
  const gathered: Gathered = { collections: [], assets: [], threads: [], messages: [], ended: [] };
  let cursor = from;
  let [rows, bytes, fileBytes, files] = [0, 0, 0, 0];
  for await (const event of events) {
    cursor = event.next;
    if (event.what === "record") {
      const cost = add(gathered, event);
      rows += cost.rows;
      fileBytes += cost.bytes;
      bytes += event.bytes;
      // The first collections of the archive are known to the next slice.
    } else if (event.what === "file_end") {
      files += 1;
      if (event.threadId !== null) gathered.ended.push(event.threadId);
      if (event.file === "collections") return { gathered, cursor, isOver: false };
    }
    const isFull = rows >= ROWS_A_SLICE || bytes >= RECORD_BYTES_A_SLICE || files >= FILES_A_SLICE;
    if (isFull || gathered.assets.length >= ASSETS_A_SLICE || fileBytes >= FILE_BYTES_A_SLICE) return { gathered, cursor, isOver: false };
  }
  return { gathered, cursor, isOver: true };
}

function add(gathered: Gathered, event: ArchiveEvent & { what: "record" }): { readonly rows: number; readonly bytes: number } {
  const { file, value, place, zip, threadId } = event;
  switch (file) {
    case "organization":
      return { rows: 0, bytes: 0 };
    case "collections":
      gathered.collections.push({ record: recordOf(file, value, place), place, zip });
      return { rows: 1, bytes: 0 };
    case "assets": {
      const record = recordOf(file, value, place);
      gathered.assets.push({ record, place, zip });
      const names = [record.original ?? "", ...record.artifacts.map((artifact) => artifact.file)];
      const bytes = names.reduce((sum, name) => sum + (zip.find(name)?.size ?? 0), 0);
      return { rows: 1 + record.collections.length + record.textVersions.length, bytes };
    }
    case "threads": {
      const record = recordOf(file, value, place);
      gathered.threads.push({ record, place, zip });
      return { rows: 1 + record.scope.length + record.collections.length, bytes: 0 };
    }
    case "messages": {
      if (threadId === null) throw new Error("messages without a thread");
      const record = recordOf(file, value, place);
      gathered.messages.push({ record, place, zip, threadId });
      return { rows: 1 + record.citations.length + record.knowledge.length, bytes: 0 };
    }
    default:
      return file satisfies never;
  }
}

async function placeIdsOf({ collections, assets, threads }: Gathered, ids: ImportedIds): Promise<string[]> {
  const named = [
    ...collections.flatMap(({ record }) => record.parentId ?? []),
    ...assets.flatMap(({ record }) => record.collections.map(({ collectionId }) => collectionId)),
    ...threads.flatMap(({ record }) => [record.homeCollectionId, ...record.collections.map(({ collectionId }) => collectionId)]),
  ];
  return await Promise.all([...new Set(named)].map(async (id) => await ids.of("col", id)));
}
