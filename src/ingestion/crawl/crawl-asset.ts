import { type AssetRow, findAssetRow } from "../../storage/d1/assets/assets.ts";
import { CommitConflict } from "../../domain/conflicts.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { isPageAwaited, recordPage } from "../../storage/d1/assets/pages.ts";
import { enqueueProgress } from "../../storage/d1/assets/watchers.ts";
import { piecesOfBytes } from "../../storage/r2/pieces.ts";
import { putPieces } from "../../storage/r2/put-pieces.ts";
import { HOST_PAUSE_MS, MAX_HOST_PAUSE_MS } from "../../domain/site-crawl.ts";
import { finishPage } from "../../storage/d1/assets/crawls.ts";
import { awaitPolitenessDelay } from "./politeness-delay.ts";
import { checkedFields } from "../../storage/d1/assets/page-refreshes.ts";
import type { ProgressWriter } from "../record-progress.ts";
import { StaleRun } from "../stale-run.ts";
import { ExtractionError } from "../../domain/extraction-error.ts";
import type { SandboxClient } from "../extraction/sandbox-client.ts";
import type { QueueWait } from "../extraction/acquire-slot.ts";
import type { AddressPolicy } from "../../net/address-policy.ts";
import { type FetchedPage, NOT_MODIFIED } from "../extraction/fetched-page.ts";
import { MS_PER_SECOND } from "../../domain/time.ts";

interface CrawlDependencies {
  readonly bucket: R2Bucket;
  readonly sandbox: SandboxClient;
  /** Null if crawling is disabled. */
  readonly addresses: AddressPolicy | null;
  readonly externalTypes: readonly string[];
  readonly writer: () => ProgressWriter;
}

export const NOT_HERE = "This service cannot fetch pages, because it has no public network.";

/**
 * Fetches an asset's page and stores it as the asset's original. The asset becomes `uploaded`, or
 * `processing` if requested or if a thread waits for the asset.
 * @returns the updated asset
 * @throws ExtractionError, StaleRun
 */
export async function crawlAsset(
  { bucket, sandbox, addresses, externalTypes, writer }: CrawlDependencies,
  asset: AssetRow,
  queueWait?: QueueWait,
): Promise<AssetRow> {
  if (addresses === null) throw new ExtractionError(NOT_HERE);
  const turn = await awaitPolitenessDelay(writer().db, asset);
  const order = { address: asset.sourceUrl, ...addresses, externalTypes, known: null, ...turn };
  const page = await sandbox.fetchPage(order, asset.organizationId, queueWait);
  if (page === NOT_MODIFIED) throw new ExtractionError("The site answered 304 to an unconditional request.");
  const object = await storePage(bucket, asset.objectKey, page);
  return await keepPage(writer(), asset, page, object);
}

/** Streams a page's bytes to storage. */
export async function storePage(
  bucket: R2Bucket,
  key: string,
  { bytes, contentType }: FetchedPage,
): Promise<R2Object> {
  return await putPieces(bucket, key, piecesOfBytes(bytes), {
    length: bytes.length,
    httpMetadata: { contentType },
  });
}

async function keepPage(
  writer: ProgressWriter,
  asset: AssetRow,
  page: FetchedPage,
  object: R2Object,
): Promise<AssetRow> {
  const { db, now } = writer;
  const fields = {
    contentType: page.contentType,
    originalFileName: page.fileName,
    displayName: page.displayName,
    objectEtag: object.etag,
    fileSize: object.size,
    ...checkedFields(page.validators, now),
  };
  const pauseMs = Math.min(Math.max(page.crawlDelay * MS_PER_SECOND, HOST_PAUSE_MS), MAX_HOST_PAUSE_MS);
  const crawl = finishPage(
    db,
    {
      assetId: asset.id,
      host: new URL(asset.sourceUrl).host,
      isFetched: true,
      found: page.links,
      origin: page.origin,
      pauseMs,
    },
    now,
  );
  try {
    const rows = await commit(writer, {
      asserts: [{ name: "page_is_awaited", holds: isPageAwaited(asset.id) }],
      writes: [recordPage(db, asset, fields, writer), ...crawl.writes],
      audit: {
        organizationId: asset.organizationId,
        targetId: asset.id,
        usage: { userId: asset.createdBy, assets: 1, bytes: object.size },
      },
      returning: {
        asset: findAssetRow(db, asset.id),
        watchers: enqueueProgress(db, asset.id, now),
        next: crawl.order,
      },
    });
    await writer.notify([...rows.watchers, ...rows.next]);
    return rows.asset[0] ?? asset;
  } catch (error) {
    throw error instanceof CommitConflict ? new StaleRun(error.message) : error;
  }
}
