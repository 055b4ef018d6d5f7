import { endingOf } from "../../domain/asset-lifecycle.ts";
import { parseSteps, stringifySteps } from "../../domain/asset.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { sha256Hex } from "../../domain/sha256.ts";
import { decideUpdate, type RecordedUpdate } from "../../domain/processor-update.ts";
import { type AcceptedText, acceptArtifact } from "../../ingestion/accept-artifact.ts";
import { type AssetView, saveAssetText, selectHolders } from "../../storage/d1/assets/assets.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { findAssetForService } from "../../storage/d1/assets/processing.ts";
import { updateAssetRow } from "../../storage/d1/assets/changes.ts";
import { hasVersion } from "../../storage/d1/core/version.ts";
import { enqueueProgress } from "../../storage/d1/assets/watchers.ts";
import { statusUpdateFields, type UpdateAssetStatusInput } from "./internal/status-update-fields.ts";
import type { Context } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";
import { readAsService, serviceWriter } from "../context/service-writer.ts";

export interface RecordedStatus {
  readonly asset: AssetView;
  /** Number of tokens of the text that this update added. */
  readonly units: number;
}

/**
 * Records a processor's report about one step of an asset. The first `started` of a job claims the asset,
 * even if the built-in processor is processing it.
 * @throws ServiceError `not_found`
 * @throws ServiceError `failed_precondition` for an update of another job, for an update that moves a
 * finished step back, or before the bytes have arrived
 */
export async function updateAssetStatus(
  ctx: Context,
  input: UpdateAssetStatusInput,
): Promise<RecordedStatus> {
  const { db } = ctx;
  const { asset: found, holders } = await readAsService(ctx, {
    asset: findAssetForService(db, input.assetId),
    holders: selectHolders(db, input.assetId),
  });
  const asset = found[0];
  if (asset === undefined) throw notFound("asset");
  requireIfMatch(ctx, asset);
  const worked = { lifecycleState: asset.lifecycleState, jobId: asset.jobId, steps: parseSteps(asset.steps) };
  const verdict = decideUpdate(worked, input, await fingerprintOf(input), ctx.now);
  if (verdict.kind === "refused") throw new ServiceError("failed_precondition", verdict.reason);
  if (verdict.kind === "repeat") return { asset, units: 0 };
  const named = {
    ...asset,
    displayName: input.displayName || asset.displayName,
    summary: input.summary || asset.summary,
  };
  const collectionIds = holders.map((holder) => holder.collectionId);
  const text = verdict.ends === "finish" ? await acceptArtifact(ctx.platform, named, collectionIds) : null;
  return await record(ctx, asset, input, verdict, text);
}

async function record(
  ctx: Context,
  asset: AssetView,
  input: UpdateAssetStatusInput,
  verdict: RecordedUpdate,
  text: AcceptedText | null,
): Promise<RecordedStatus> {
  const { db, now } = ctx;
  const writer = serviceWriter(ctx);
  const fields = {
    ...statusUpdateFields({ asset, input, verdict, text, now }),
    steps: stringifySteps(verdict.steps),
    jobId: verdict.ends === null ? input.jobId : null,
  };
  const kept =
    text === null ? [] : [saveAssetText(db, { ...text.stored, assetId: asset.id, createdAt: now })];
  const rows = await commit(writer, {
    asserts: [
      ...ifMatchAsserts(ctx, "assets", asset),
      { name: "same_version", holds: hasVersion("assets", asset) },
    ],
    writes: [updateAssetRow(db, asset.id, fields, writer), ...kept],
    audit: {
      organizationId: asset.organizationId,
      targetId: asset.id,
      units: text?.tokens ?? 0,
      usage: { userId: asset.createdBy },
      changes: endingOf(fields.lifecycleState),
    },
    returning: { asset: findAssetForService(db, asset.id), progress: enqueueProgress(db, asset.id, now) },
  });
  ctx.runInline(rows.progress);
  const after = rows.asset[0];
  if (after === undefined) throw notFound("asset");
  return { asset: after, units: text?.tokens ?? 0 };
}

/** Returns sixteen hexadecimal digits that are equal for duplicates of an update. */
async function fingerprintOf(input: UpdateAssetStatusInput): Promise<string> {
  const { jobId, step, status, statusCode, message, displayName, keywords, summary, textTokens } = input;
  const digest = await sha256Hex(
    JSON.stringify([jobId, step, status, statusCode, message, displayName, keywords, summary, textTokens]),
  );
  return digest.slice(0, 16);
}
