import * as z from "zod";
import { etagOf } from "../../domain/etag.ts";
import type { AssetView } from "../../storage/d1/asset-store.ts";
import { nullableString, nullableTime, presentNullableString, presentNullableTime, timestamp } from "./values.ts";

/** An asset in threads, recent assets and knowledge events. Ids are strings. */
export const assetSummary = z.object({
  contentType: z.string(),
  displayName: z.string(),
  etag: z.string(),
  id: z.string(),
  lifecycleState: z.string(),
  organizationId: z.string(),
  originalFilename: z.string(),
  projectId: z.string(),
  summary: z.string(),
  tenantId: z.string(),
  userDisplayName: z.string(),
  userId: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp,
  deletedAt: nullableTime,
  processingFailureReason: nullableString,
  processingStatusText: nullableString,
  filesize: z.int(),
  textTokens: z.int(),
  version: z.int().min(-1).max(2_147_483_647),
});

export function presentAssetSummary(row: AssetView): z.input<typeof assetSummary> {
  return {
    contentType: row.contentType,
    displayName: row.displayName,
    etag: etagOf(row.id, row.version),
    id: row.id,
    lifecycleState: row.lifecycleState,
    organizationId: row.organizationId,
    originalFilename: row.originalFileName,
    projectId: row.projectId ?? "",
    summary: row.summary,
    tenantId: row.tenantId,
    userDisplayName: row.creatorName,
    userId: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    deletedAt: presentNullableTime(row.deletedAt),
    processingFailureReason: presentNullableString(row.failureReason),
    processingStatusText: presentNullableString(row.processingMessage),
    filesize: row.fileSize,
    textTokens: row.textTokens,
    version: row.version,
  };
}
