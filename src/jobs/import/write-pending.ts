import { type ExportedAsset, textPath, type ExportedThread } from "../../domain/export-format.ts";
import type { Id } from "../../domain/ids.ts";
import type { PendingRecord } from "../../domain/import.ts";
import { MAX_REFRESHED_PAGES } from "../../domain/page-refresh.ts";
import type { Usage } from "../../domain/usage.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import { putOutboxes } from "../../storage/d1/service/outbox.ts";
import { rowOf as jobRowOf } from "../job.ts";
import { keysOfText } from "./copy-text.ts";
import { copyTexts, importedParentsOf, linkRows, textRows, writeAssetRow } from "./write-assets.ts";
import type { CollectionPosition } from "./write-collections.ts";
import { insertImportedLinks, writeThreads } from "./write-threads.ts";
import type { Located, SliceContext } from "./slice-context.ts";

/**
 * Texts per slice. A text takes about six calls, so two slices in each of eight steps stay below the limit of
 * 10,000 calls per request.
 */
const TEXTS_PER_SLICE = 70;
const TEXT_BYTES_PER_SLICE = 32 * 1024 * 1024;
const LINKS_PER_SLICE = 500;

/** A slice that contains part of one record, which is too large for a single slice. */
export interface PendingSlice {
  readonly statements: readonly Statement[];
  readonly usage: Usage;
  readonly scheduled: number;
  /** The part of the record that is still to be written; null after its last slice. */
  readonly open: PendingRecord | null;
}

/** Writes the asset's texts with their own rows first, then the asset and its links. */
export async function writePendingAsset(
  ctx: SliceContext,
  found: Located<ExportedAsset>,
  places: ReadonlyMap<string, CollectionPosition>,
  { open, scheduled }: { readonly open: PendingRecord; readonly scheduled: number },
): Promise<PendingSlice> {
  const { record } = found;
  const id = await ctx.ids.of("asset", record.id);
  const holders = await importedParentsOf(ctx, found, places);
  const versions = [...new Set(record.textVersions)];
  const unchanged = { usage: { assets: 0, bytes: 0 }, scheduled };
  if (open.texts < versions.length) {
    ctx.onAsset(id);
    const some = textsFrom(found, versions, open.texts);
    const texts = await copyTexts(ctx, found, id, some);
    const tokens = texts.find(({ version }) => version === record.textVersion)?.tokens ?? open.tokens;
    const next = { ...open, assetId: id, texts: open.texts + some.length, tokens };
    return { ...unchanged, statements: textRows(ctx, found, id, texts), open: next };
  }
  const upTo = open.links + LINKS_PER_SLICE;
  const links = linkRows(ctx, found, id, holders.slice(open.links, upTo));
  const next = upTo < holders.length ? { ...open, assetId: null, links: upTo } : null;
  if (open.links > 0) {
    const order = jobRowOf({ kind: "index_collections", assetId: id });
    return { ...unchanged, statements: [...links, putOutboxes(ctx.db, [order], ctx.now)], open: next };
  }
  ctx.onAsset(id);
  const version = record.textVersion;
  const current =
    open.tokens === null ? undefined : { version, tokens: open.tokens, ...keysOfText(ctx, id, version) };
  const maySchedule = scheduled < MAX_REFRESHED_PAGES;
  const made = await writeAssetRow(ctx, found, { id, holders: holders.slice(0, upTo), current, maySchedule });
  const orders =
    made.state === "processing"
      ? [putOutboxes(ctx.db, [jobRowOf({ kind: "process_asset", assetId: id })], ctx.now)]
      : [];
  return {
    statements: [...made.statements, ...links, ...orders],
    usage: { assets: 1, bytes: made.bytes },
    scheduled: scheduled + (made.isScheduled ? 1 : 0),
    open: next,
  };
}

/** The next texts that fit into a slice, at least one. */
function textsFrom(
  { record, zip }: Located<ExportedAsset>,
  versions: readonly string[],
  from: number,
): string[] {
  let bytes = 0;
  const some: string[] = [];
  for (const version of versions.slice(from, from + TEXTS_PER_SLICE)) {
    bytes += zip.find(textPath(record.id, version))?.size ?? 0;
    if (some.length > 0 && bytes > TEXT_BYTES_PER_SLICE) break;
    some.push(version);
  }
  return some;
}

/** Writes the thread first, then its links. The thread stays hidden until its messages are written. */
export async function writePendingThread(
  ctx: SliceContext,
  found: Located<ExportedThread>,
  places: ReadonlyMap<string, CollectionPosition>,
  open: PendingRecord,
): Promise<{
  readonly statements: readonly Statement[];
  readonly threadId: Id<"thread">;
  readonly open: PendingRecord | null;
}> {
  const upTo = open.links + LINKS_PER_SLICE;
  const { record } = found;
  const some = { ...found, record: { ...record, collections: record.collections.slice(open.links, upTo) } };
  const next = upTo < record.collections.length ? { ...open, links: upTo } : null;
  const threadId = await ctx.ids.of("thread", record.id);
  const statements =
    open.links === 0
      ? (await writeThreads(ctx, [some], places)).statements
      : await insertImportedLinks(ctx, some, places);
  return { statements, threadId, open: next };
}
