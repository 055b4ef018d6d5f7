import * as z from "zod";
import { failureCodeOf } from "../../../domain/failure-code.ts";
import { failureCode } from "./failure-code.ts";
import { visiblePath } from "../../../domain/collection.ts";
import type { Page } from "../../../domain/page.ts";
import { bareCollection, presentBareCollection } from "../collections/collection.ts";
import { pagination, presentPagination } from "../pagination.ts";
import { ACTIONS, effectiveActions, parseGranted } from "../../../domain/access.ts";
import { statusTextOf } from "../../../domain/status-text.ts";
import { embeddingOf } from "../../../domain/embedding.ts";
import { assetFacts } from "../../../domain/asset-summary.ts";
import type { AssetList, ListedAsset } from "../../../services/collections/list-collection-assets.ts";
import { idBytes, idString, presentId } from "../identifier.ts";
import { nullableTimestamp, presentMoment, timestamp } from "../values.ts";

/** An asset in a collection's list. The asset's own ids are strings. */
export const listedAsset = z.object({
  actions: z.array(z.enum(ACTIONS)).meta({ description: "The caller's actions." }),
  collectionIds: z.array(idBytes),
  flags: z
    .array(z.array(z.string()))
    .meta({ description: "One list for each of `collectionIds`: the flags of that link." }),
  data: z.object({
    contentType: z.string(),
    displayName: z.string(),
    etag: z.string(),
    id: idString("asset"),
    lifecycleState: z.enum(["uploading", "uploaded", "processing", "ready", "failed", "deleted"]),
    organizationId: idString("org"),
    originalFilename: z.string(),
    sha256: z.string().meta({
      description:
        'SHA-256 of the bytes, 64 hexadecimal digits: the announced one until the service has computed it; "" if unknown.',
    }),
    processingFailureReason: z.string(),
    failureCode,
    processingStatusText: z.string().meta({
      description: "The progress, as a sentence for users; for a failed asset with reason and advice.",
    }),
    signedSourceURL: z
      .string()
      .meta({ description: 'Returns the original for up to 12 hours; "" while the bytes are missing.' }),
    summary: z.string(),
    tenantId: idString("tenant"),
    userDisplayName: z.string(),
    userId: idString("user"),
    createdAt: timestamp,
    modifiedAt: timestamp,
    deletedAt: nullableTimestamp,
    filesize: z.int(),
    textTokens: z.int(),
    version: z.int().min(-1).max(2_147_483_647),
  }),
});

/** @param embedder name of the current embedding model; null without one */
export function presentListedAsset(
  { asset, parentCollections, signedUrl }: ListedAsset,
  embedder: string | null,
): z.input<typeof listedAsset> {
  return {
    actions: effectiveActions(parseGranted(asset.granted)),
    collectionIds: parentCollections.map((holder) => presentId(holder.collectionId)),
    flags: parentCollections.map((holder) => [...holder.flags]),
    data: {
      ...assetFacts(asset),
      sha256: asset.sha256 || asset.announcedSha256,
      processingFailureReason: asset.failureReason,
      failureCode: failureCodeOf(asset.failureReason),
      processingStatusText: statusTextOf(asset, embeddingOf(asset, embedder)),
      signedSourceURL: signedUrl,
      deletedAt: presentMoment(asset.deletedAt),
    },
  };
}

/** A page of assets, with the collections that hold them. */
export const listedAssets = z.object({
  pagination,
  result: z.object({ collections: z.record(z.string(), bareCollection), entities: z.array(listedAsset) }),
});

export function presentListedAssets(
  page: Page,
  { count, assets, collections }: AssetList,
  embedder: string | null,
): z.input<typeof listedAssets> {
  const ids = assets.map(({ asset }) => asset.id);
  const named = collections.map((row) => [row.id, presentBareCollection(row, visiblePath(row))] as const);
  return {
    pagination: presentPagination(page, count, ids),
    result: {
      collections: Object.fromEntries(named),
      entities: assets.map((asset) => presentListedAsset(asset, embedder)),
    },
  };
}
