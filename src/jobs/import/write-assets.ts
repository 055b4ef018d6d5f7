import { objectKeys } from "../../domain/asset.ts";
import type { ExportedAsset } from "../../domain/export-format.ts";
import type { Id } from "../../domain/ids.ts";
import { ImportRejected } from "../../domain/import.ts";
import {
  MAX_REFRESHED_PAGES,
  MAX_REFRESH_SECONDS,
  MIN_REFRESH_SECONDS,
  nextRefresh,
} from "../../domain/page-refresh.ts";
import type { Usage } from "../../domain/usage.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import {
  insertAssetLinks,
  insertAssetRow,
  insertAssetTexts,
  type NewAssetRow,
} from "../../storage/d1/service/imported-rows.ts";
import { putOutboxes } from "../../storage/d1/service/outbox.ts";
import { rowOf as jobRowOf } from "../job.ts";
import { type CopiedText, copyText } from "./copy-text.ts";
import { importedName, type CollectionPosition } from "./write-collections.ts";
import type { Located, SliceContext } from "./slice-context.ts";
import { copyArtifacts, copyOriginal, type StoredFiles, TYPE_CHARS } from "./copy-original.ts";

const ADDRESS_CHARS = 2_048;
/** Run number of the imported index entries. */
const FIRST_RUN = 1;
const NO_TEXT = "The archive lacks its text or its map of passages. Process it again.";
const NO_BYTES = "The archive lacks its file.";

export interface WrittenAssets {
  readonly statements: Statement[];
  readonly usage: Usage;
  /** Number of pages with a refresh schedule that the import has written. */
  readonly scheduled: number;
}

/**
 * Writes assets. Each asset's row comes last, after its bytes, texts, artifacts and passages, because no
 * search returns passages of an asset without a row.
 */
export async function writeAssets(
  ctx: SliceContext,
  found: readonly Located<ExportedAsset>[],
  places: ReadonlyMap<string, CollectionPosition>,
  scheduledBefore: number,
): Promise<WrittenAssets> {
  const statements: Statement[] = [];
  const processed: Id<"asset">[] = [];
  let [assets, bytes, scheduled] = [0, 0, scheduledBefore];
  for (const each of found) {
    const made = await writeAsset(ctx, each, places, scheduled < MAX_REFRESHED_PAGES);
    statements.push(...made.statements);
    if (made.state === "processing") processed.push(made.id);
    assets += 1;
    bytes += made.bytes;
    scheduled += made.isScheduled ? 1 : 0;
    await scheduler.wait(0);
  }
  const orders = processed.map((assetId) => jobRowOf({ kind: "process_asset", assetId }));
  if (orders.length > 0) statements.push(putOutboxes(ctx.db, orders, ctx.now));
  return { statements, usage: { assets, bytes }, scheduled };
}

async function writeAsset(
  ctx: SliceContext,
  found: Located<ExportedAsset>,
  places: ReadonlyMap<string, CollectionPosition>,
  maySchedule: boolean,
) {
  const { record } = found;
  const id = await ctx.ids.of("asset", record.id);
  const holders = await importedParentsOf(ctx, found, places);
  ctx.onAsset(id);
  const texts = await copyTexts(ctx, found, id, new Set(record.textVersions));
  const current = texts.find(({ version }) => version === record.textVersion);
  const made = await writeAssetRow(ctx, found, { id, holders, current, maySchedule });
  const statements = [
    ...made.statements,
    ...textRows(ctx, found, id, texts),
    ...linkRows(ctx, found, id, holders),
  ];
  return { id, ...made, statements };
}

export type ImportedParent = Awaited<ReturnType<typeof importedParentsOf>>[number];

/**
 * Writes the row of an asset whose texts are stored, its remaining objects, and its passages in the index.
 */
export async function writeAssetRow(
  ctx: SliceContext,
  found: Located<ExportedAsset>,
  {
    id,
    holders,
    current,
    maySchedule,
  }: {
    readonly id: Id<"asset">;
    readonly holders: readonly ImportedParent[];
    /** The current text version, which new answers cite. */
    readonly current: CopiedText | undefined;
    readonly maySchedule: boolean;
  },
) {
  const { db, target } = ctx;
  const { record } = found;
  const original = await copyOriginal(ctx, found, id);
  const stored = { original, current, artifacts: await copyArtifacts(ctx, found, id) };
  const state = stateOf(record, original !== null, current !== undefined);
  const refreshEvery = maySchedule && original !== null ? refreshOf(record) : 0;
  const row = await rowOf(ctx, record, stored, { id, ...state, refreshEvery });
  if (state.lifecycleState === "ready" && current !== undefined) {
    const { version, textKey, chunksKey } = current;
    const collectionIds = holders.map(({ collectionId }) => collectionId);
    const input = {
      assetId: id,
      run: FIRST_RUN,
      version,
      displayName: row.displayName,
      collectionIds,
      textKey,
      chunksKey,
    };
    await ctx.platform.index(target.organizationId, 0).replaceAsset(input);
  }
  const statements = [insertAssetRow(db, target, row)];
  return {
    state: state.lifecycleState,
    statements,
    bytes: original?.size ?? 0,
    isScheduled: refreshEvery > 0,
  };
}

export function textRows(
  { db }: SliceContext,
  { record }: Located<ExportedAsset>,
  assetId: Id<"asset">,
  texts: readonly CopiedText[],
) {
  const createdAt = new Date(record.modifiedAt);
  return insertAssetTexts(
    db,
    texts.map(({ version, textKey, chunksKey }) => ({ assetId, version, textKey, chunksKey, createdAt })),
  );
}

export function linkRows(
  { db, ids }: SliceContext,
  { record }: Located<ExportedAsset>,
  assetId: Id<"asset">,
  holders: readonly ImportedParent[],
) {
  const made = { assetId, createdAt: new Date(record.createdAt), createdBy: ids.importer };
  return insertAssetLinks(
    db,
    holders.map((holder) => ({ ...holder, ...made })),
  );
}

/** Copies texts of the asset. Skips texts that the archive lacks. */
export async function copyTexts(
  ctx: SliceContext,
  { record, zip }: Located<ExportedAsset>,
  id: Id<"asset">,
  versions: Iterable<string>,
) {
  const texts: CopiedText[] = [];
  for (const version of versions) {
    const copied = await copyText(ctx, zip, record.id as Id<"asset">, id, version);
    if (copied !== null) texts.push(copied);
  }
  return texts;
}

async function rowOf(
  { ids, target, now }: SliceContext,
  record: ExportedAsset,
  { original, current, artifacts }: StoredFiles,
  made: { readonly id: Id<"asset">; readonly refreshEvery: number } & ReturnType<typeof stateOf>,
) {
  const createdAt = new Date(record.createdAt);
  const modifiedAt = new Date(record.modifiedAt);
  return {
    ...made,
    displayName: importedName(record.displayName, "file"),
    originalFileName: importedName(record.originalFileName, "file"),
    contentType: record.contentType.slice(0, TYPE_CHARS),
    creationMethod: record.creationMethod,
    sourceUrl: addressOf(record),
    objectKey: original?.key ?? objectKeys.original(target.organizationId, made.id),
    objectEtag: original?.etag ?? "",
    sha256: record.sha256,
    fileSize: original?.size ?? record.fileSize,
    run: FIRST_RUN,
    textVersion: current?.version ?? "",
    textTokens: current?.tokens ?? 0,
    summary: record.summary,
    keywords: JSON.stringify(record.keywords),
    artifacts: JSON.stringify(artifacts),
    refreshAt: nextRefresh(made.refreshEvery, now),
    parentId: record.parentId === null ? null : await ids.of("asset", record.parentId),
    uploadedAt: original === null ? null : createdAt,
    lastReadyAt: made.lifecycleState === "ready" ? modifiedAt : null,
    createdAt,
    createdBy: ids.importer,
    modifiedAt,
    modifiedBy: ids.author(record.modifiedBy),
  } satisfies NewAssetRow;
}

/**
 * The collections that hold an imported record.
 * @throws ImportRejected if a collection does not exist, or the list is empty
 */
export async function importedParentsOf(
  { ids }: SliceContext,
  { record, place }: Located<ExportedAsset>,
  places: ReadonlyMap<string, CollectionPosition>,
) {
  if (record.collections.length === 0) throw new ImportRejected(`${place}: it is in no collection.`);
  return await Promise.all(
    record.collections.map(async ({ collectionId: old, flags }) => {
      const collectionId = await ids.of("col", old);
      if (!places.has(collectionId))
        throw new ImportRejected(`${place}: ${old} is not among the collections.`);
      return { id: await ids.of("assetcol", record.id, old), collectionId, flags: JSON.stringify(flags) };
    }),
  );
}

/** The state of an imported asset, which depends on the files that the archive contains. */
function stateOf(record: ExportedAsset, hasBytes: boolean, hasText: boolean) {
  const passed = { lifecyclesCompleted: JSON.stringify(["uploading", "uploaded", "processing"]) };
  if (record.lifecycleState === "ready") {
    return hasText
      ? { ...passed, lifecycleState: "ready" as const, failureReason: "" }
      : { ...passed, lifecycleState: "failed" as const, failureReason: NO_TEXT };
  }
  if (record.lifecycleState === "failed")
    return { ...passed, lifecycleState: "failed" as const, failureReason: record.failureReason };
  if (!hasBytes) return { ...passed, lifecycleState: "failed" as const, failureReason: NO_BYTES };
  if (record.lifecycleState === "processing") {
    return {
      lifecyclesCompleted: JSON.stringify(["uploading", "uploaded"]),
      lifecycleState: "processing" as const,
      failureReason: "",
    };
  }
  return {
    lifecyclesCompleted: JSON.stringify(["uploading"]),
    lifecycleState: "uploaded" as const,
    failureReason: "",
  };
}

/** The source URL if it is an HTTP URL of permitted length, otherwise "". */
function addressOf({ sourceUrl }: ExportedAsset): string {
  return /^https?:\/\//i.test(sourceUrl) && sourceUrl.length <= ADDRESS_CHARS ? sourceUrl : "";
}

function refreshOf(record: ExportedAsset): number {
  const { refreshEvery } = record;
  const isUsual = refreshEvery >= MIN_REFRESH_SECONDS && refreshEvery <= MAX_REFRESH_SECONDS;
  return isUsual && addressOf(record) !== "" ? refreshEvery : 0;
}
