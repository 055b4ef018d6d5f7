import * as z from "zod";
import { summarizeAsset } from "../../../domain/asset-summary.ts";
import { failureCodeOf } from "../../../domain/failure-code.ts";
import { embeddingOf } from "../../../domain/embedding.ts";
import type { AssetView } from "../../../storage/d1/assets/assets.ts";
import { failureCode } from "./failure-code.ts";
import { nullableString, nullableTime, timestamp } from "../values.ts";

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
  failureCode,
  processingStatusText: nullableString,
  filesize: z.int(),
  textTokens: z.int(),
  version: z.int().min(-1).max(2_147_483_647),
});

/** @param embedder name of the current embedding model; null without one */
export function presentAssetSummary(row: AssetView, embedder: string | null): z.input<typeof assetSummary> {
  return {
    ...summarizeAsset(row, embeddingOf(row, embedder)),
    failureCode: failureCodeOf(row.failureReason),
  };
}
