import * as z from "zod";
import { ASSET_STEPS } from "../../../domain/asset.ts";
import { invalidField } from "../../../domain/errors.ts";
import { etagOf } from "../../../domain/etag.ts";
import { UPDATE_STATUSES } from "../../../domain/processor-update.ts";
import { updateAssetStatus } from "../../../services/assets/update-asset-status.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { optionalName, optionalText, text } from "../../wire/fields.ts";
import { idField, idParam } from "../../wire/identifier.ts";

const MAX_KEYWORDS = 100;

export const updateAssetStatusOperation = defineOperation({
  id: "updateAssetStatus",
  method: "POST",
  path: "/v1/asset-status/{assetId}",
  audience: { service: "assets:status" },
  access: "A service, for any asset",
  tag: "assets",
  summary: "Report the progress of a processor on an asset.",
  description:
    "The first `started` of a job claims the asset. From then on the service accepts updates of that " +
    "job only. `completed` of the step `processing` makes the asset `ready`. Without an uploaded " +
    "text, search finds the asset by name and `summary`, and `processingMessage` says so. `failed` of " +
    "`processing`, `extract` or `transcribe` makes the asset `failed` with `message` as the reason. " +
    "An ended step does not move back. A repeated update changes nothing.",
  params: z.object({ assetId: idParam("asset") }),
  body: z.object({
    assetID: idField("asset"),
    jobID: idField("job"),
    status: z.enum(UPDATE_STATUSES),
    statusCode: z.int().min(100).max(599).meta({ description: "An HTTP status." }),
    step: z.enum(ASSET_STEPS),
    message: text(0, 4096),
    displayName: optionalName(255),
    keywords: optionalText(8192).meta({ description: "Separated by commas." }),
    summary: optionalText(32_768),
    textTokens: z.int().min(0).optional().default(0),
  }),
  example: {
    assetID: "asset_01h455vb4pex5vsknk084sn02q",
    jobID: "job_01h455vb4pex5vsknk084sn02q",
    status: "progress",
    statusCode: 102,
    step: "transcribe",
    message: "Half of the recording is written down.",
  },
  message: ({ changed }) => (changed ? "Status recorded." : "Status recorded before."),
  data: asset,
  async handle(ctx, { params, body }) {
    const { assetID: assetId, jobID: jobId, keywords, ...rest } = body;
    if (assetId !== params.assetId) throw invalidField("assetID", "is not the asset of the path");
    const updated = await updateAssetStatus(ctx, {
      assetId,
      jobId,
      keywords: keywordList(keywords),
      ...rest,
    });
    const etag = etagOf(updated.asset.id, updated.asset.version);
    return { data: presentAsset(updated.asset, "", embedderName(ctx)), units: updated.units, etag };
  },
});

function keywordList(text: string): string[] {
  const words = text.split(",").flatMap((word) => word.trim() || []);
  return [...new Set(words)].slice(0, MAX_KEYWORDS);
}
