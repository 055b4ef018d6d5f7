import { sql } from "drizzle-orm";
import { completedWith } from "../../domain/asset.ts";
import { type AssetRow, findAssetRow } from "../../storage/d1/asset-store.ts";
import { commit, CommitConflict } from "../../storage/d1/commit.ts";
import { assets } from "../../storage/d1/schema/assets.ts";
import { isAwaited, orderProgress } from "../../storage/d1/watcher-store.ts";
import type { ProgressWriter } from "../asset-progress.ts";
import { Superseded } from "../superseded.ts";
import type { Crawler } from "./crawler.ts";
import { fetchPage, type FetchedPage } from "./fetch-page.ts";

/** Whether an asset is a page that is still to be fetched: for the first time, or again after it failed. */
export function awaitsPage({ sourceUrl, objectEtag, lifecycleState }: AssetRow): boolean {
  return sourceUrl !== "" && objectEtag === "" && (lifecycleState === "uploading" || lifecycleState === "processing");
}

interface CrawlDependencies {
  readonly bucket: R2Bucket;
  readonly crawler: Crawler;
  readonly externalTypes: readonly string[];
  readonly writer: () => ProgressWriter;
}

/**
 * Fetches an asset's page and stores it as its original: the asset is `uploaded` then, or `processing` where that was asked for or a
 * thread waits for it.
 * @returns the asset as it is now
 * @throws ExtractionError, Superseded
 */
export async function crawlAsset({ bucket, crawler, externalTypes, writer }: CrawlDependencies, asset: AssetRow): Promise<AssetRow> {
  const page = await fetchPage(crawler, asset.sourceUrl, externalTypes);
  const object = await bucket.put(asset.objectKey, page.bytes, { httpMetadata: { contentType: page.contentType } });
  return await recordPage(writer(), asset, page, object);
}

async function recordPage(writer: ProgressWriter, asset: AssetRow, page: FetchedPage, object: R2Object): Promise<AssetRow> {
  const { db, now } = writer;
  const starts = sql`(${assets.processInBackground} OR ${isAwaited(sql`${asset.id}`)})`;
  const fetched = completedWith(asset.lifecyclesCompleted, "uploading");
  const change = db.build
    .update(assets)
    .set({
      contentType: page.contentType,
      originalFileName: page.fileName,
      displayName: page.displayName,
      objectEtag: object.etag,
      fileSize: object.size,
      uploadedAt: now,
      lifecycleState: sql`CASE WHEN ${starts} THEN 'processing' ELSE 'uploaded' END`,
      lifecyclesCompleted: sql`CASE WHEN ${starts} THEN ${completedWith(fetched, "uploaded")} ELSE ${fetched} END`,
      run: sql`${assets.run} + ${starts}`,
      processingMessage: "",
      version: sql`${assets.version} + 1`,
      modifiedAt: now,
      modifiedBy: writer.actorId,
    })
    .where(sql`${assets.id} = ${asset.id}`);
  const isExpected = sql`EXISTS (SELECT 1 FROM assets aw WHERE aw.id = ${asset.id} AND aw.object_etag = ''
    AND aw.lifecycle_state IN ('uploading', 'processing'))`;
  try {
    const { rows } = await commit(writer, {
      asserts: [{ name: "page_is_awaited", holds: isExpected }],
      statements: [change],
      event: { organizationId: asset.organizationId, targetId: asset.id },
      reads: { asset: findAssetRow(db, asset.id), told: orderProgress(db, asset.id, now) },
    });
    await writer.tell(rows.told);
    return rows.asset[0] ?? asset;
  } catch (error) {
    throw error instanceof CommitConflict ? new Superseded(error.message) : error;
  }
}
