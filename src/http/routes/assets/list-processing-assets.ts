import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { ARTIFACT_KINDS } from "../../../domain/asset.ts";
import { listProcessingAssets, type WaitingAsset } from "../../../services/assets/list-processing-assets.ts";
import { defineOperation } from "../../operation.ts";
import { idString } from "../../wire/identifier.ts";
import { queryInteger } from "../../wire/pagination.ts";
import { nullableTimestamp, presentMoment } from "../../wire/values.ts";

const waitingAsset = z.object({
  id: idString("asset"),
  organizationId: idString("org"),
  tenantId: idString("tenant"),
  displayName: z.string(),
  originalFilename: z.string(),
  contentType: z.string(),
  filesize: z.int(),
  sha256: z.string(),
  uploadedAt: nullableTimestamp,
  signedSourceURL: z.string(),
  artifactURLs: z.record(z.enum(ARTIFACT_KINDS), z.string()),
});

export const listProcessingAssetsOperation = defineOperation({
  id: "listProcessingAssets",
  method: "GET",
  path: "/v1/processing/assets",
  audience: { service: "assets:status" },
  access: "A service, for any waiting asset",
  tag: "assets",
  summary: "Assets that wait for a processor, the longest waiting first.",
  description:
    "`signedSourceURL` returns the bytes, and each URL in `artifactURLs` accepts a text by PUT. Both " +
    "work for 12 hours while the asset is in processing. The list contains an asset until a job " +
    "starts on it.",
  query: z.object({
    limit: queryInteger(0, "Default 50, at most 200.").prefault("50"),
  }),
  message: ({ data }) => `${countOf(data.assets.length, "asset")} waiting for an external worker.`,
  data: z.object({ assets: z.array(waitingAsset) }),
  async handle(ctx, { query }) {
    const waiting = await listProcessingAssets(ctx, { limit: Math.min(query.limit, 200) });
    return { data: { assets: waiting.map(presentWaiting) } };
  },
});

function presentWaiting({ asset, sourceUrl, artifactUrls }: WaitingAsset): z.input<typeof waitingAsset> {
  return {
    id: asset.id,
    organizationId: asset.organizationId,
    tenantId: asset.tenantId,
    displayName: asset.displayName,
    originalFilename: asset.originalFileName,
    contentType: asset.contentType,
    filesize: asset.fileSize,
    sha256: asset.sha256,
    uploadedAt: presentMoment(asset.uploadedAt),
    signedSourceURL: sourceUrl,
    artifactURLs: artifactUrls,
  };
}
