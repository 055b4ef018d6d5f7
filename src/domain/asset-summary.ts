import { etagOf } from "./etag.ts";
import { statusTextOf } from "./status-text.ts";
import type { Embedding } from "./embedding.ts";
import type { AssetSummary } from "./events.ts";

/** Columns of an asset that its summary contains. */
interface SummarizedAsset {
  readonly id: string;
  readonly organizationId: string;
  readonly tenantId: string;
  readonly projectId: string | null;
  readonly contentType: string;
  readonly displayName: string;
  readonly originalFileName: string;
  readonly lifecycleState: string;
  readonly summary: string;
  readonly failureReason: string;
  readonly processingMessage: string;
  readonly fileSize: number;
  readonly textTokens: number;
  readonly version: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly creatorName: string;
  readonly modifiedAt: Date;
  readonly deletedAt: Date | null;
}

/** Returns the fields of an asset that every list contains, in threads and in collections. */
export function assetFacts<A extends SummarizedAsset>(asset: A) {
  return {
    contentType: asset.contentType,
    displayName: asset.displayName,
    etag: etagOf(asset.id, asset.version),
    id: asset.id,
    lifecycleState: asset.lifecycleState as A["lifecycleState"],
    organizationId: asset.organizationId,
    originalFilename: asset.originalFileName,
    summary: asset.summary,
    tenantId: asset.tenantId,
    userDisplayName: asset.creatorName,
    userId: asset.createdBy,
    createdAt: asset.createdAt.toISOString(),
    modifiedAt: asset.modifiedAt.toISOString(),
    filesize: asset.fileSize,
    textTokens: asset.textTokens,
    version: asset.version,
  };
}

/**
 * Returns an asset in the form that the contract defines for threads, recent assets and knowledge events.
 * @param vectors state of the asset's vectors; null without an embedder, and in events, because
 * vectors trigger no event
 */
export function summarizeAsset(asset: SummarizedAsset, vectors: Embedding | null): AssetSummary {
  return {
    ...assetFacts(asset),
    projectId: asset.projectId ?? "",
    deletedAt: presentNullableTime(asset.deletedAt),
    processingFailureReason: presentNullableString(asset.failureReason),
    processingStatusText: presentNullableString(statusTextOf(asset, vectors)),
  };
}

/** Formats a time, or returns null. */
export function presentNullableTime(moment: Date | null): AssetSummary["deletedAt"] {
  return moment === null
    ? { Time: "0001-01-01T00:00:00Z", Valid: false }
    : { Time: moment.toISOString(), Valid: true };
}

/** Returns a text, or null for an empty one. */
export function presentNullableString(text: string): AssetSummary["processingStatusText"] {
  return { String: text, Valid: text !== "" };
}
