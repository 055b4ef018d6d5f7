import { sql, type SQL } from "drizzle-orm";
import { parseSteps, stringifySteps } from "../domain/asset.ts";
import { notFound, ServiceError } from "../domain/errors.ts";
import { sha256Hex } from "../domain/hash.ts";
import { judgeUpdate, type RecordedUpdate } from "../domain/worker-update.ts";
import { type AdoptedText, adoptArtifact } from "../ingestion/adopt-artifact.ts";
import { type AssetView, keepAssetText, listHolders } from "../storage/d1/asset-store.ts";
import { commit } from "../storage/d1/commit.ts";
import { findAssetForService } from "../storage/d1/processing-store.ts";
import { assets } from "../storage/d1/schema/assets.ts";
import { orderProgress } from "../storage/d1/watcher-store.ts";
import { fieldsOfUpdate, type UpdateAssetStatusInput } from "./asset-status-fields.ts";
import type { Context } from "./context.ts";
import { matchAsserts, requireMatch } from "./if-match.ts";
import { deliverSoon } from "./outbox.ts";
import { readAsService, serviceWriter } from "./service-writer.ts";

/**
 * Records what an external worker reports of one step of an asset. A job's first `started` takes the asset, from the built-in worker too.
 * @returns the asset, and "" as the event of an update that was recorded before
 * @throws ServiceError `not_found`, `failed_precondition` for another job's update or one that moves an ended step back
 */
export async function updateAssetStatus(ctx: Context, input: UpdateAssetStatusInput): Promise<{ asset: AssetView; eventKey: string }> {
  const { db } = ctx;
  const { asset: found, holders } = await readAsService(ctx, {
    asset: findAssetForService(db, input.assetId),
    holders: listHolders(db, input.assetId),
  });
  const asset = found[0];
  if (asset === undefined) throw notFound("asset");
  requireMatch(ctx, asset);
  const worked = { lifecycleState: asset.lifecycleState, jobId: asset.jobId, steps: parseSteps(asset.steps) };
  const verdict = judgeUpdate(worked, input, await fingerprintOf(input), ctx.now);
  if (verdict.kind === "refused") throw new ServiceError("failed_precondition", verdict.reason);
  if (verdict.kind === "repeat") return { asset, eventKey: "" };
  const named = input.displayName === "" ? asset : { ...asset, displayName: input.displayName };
  const collectionIds = holders.map((holder) => holder.collectionId);
  const text = verdict.ends === "ready" ? await adoptArtifact(ctx.platform, named, collectionIds) : null;
  return await record(ctx, asset, input, verdict, text);
}

async function record(
  ctx: Context,
  asset: AssetView,
  input: UpdateAssetStatusInput,
  verdict: RecordedUpdate,
  text: AdoptedText | null,
): Promise<{ asset: AssetView; eventKey: string }> {
  const { db, now } = ctx;
  const writer = serviceWriter(ctx);
  const change = db.build
    .update(assets)
    .set({
      ...fieldsOfUpdate({ asset, input, verdict, text, now }),
      steps: stringifySteps(verdict.steps),
      jobId: verdict.ends === null ? input.jobId : null,
      version: sql`${assets.version} + 1`,
      modifiedAt: now,
      modifiedBy: writer.actorId,
    })
    .where(sql`${assets.id} = ${asset.id}`);
  const kept = text === null ? [] : [keepAssetText(db, { ...text.stored, assetId: asset.id, createdAt: now })];
  const { eventKey, rows } = await commit(writer, {
    asserts: [...matchAsserts(ctx, "assets", asset), { name: "same_version", holds: isVersion(asset) }],
    statements: [change, ...kept],
    event: { organizationId: asset.organizationId, targetId: asset.id, units: text?.tokens ?? 0 },
    reads: { asset: findAssetForService(db, asset.id), progress: orderProgress(db, asset.id, now) },
  });
  for (const order of rows.progress) deliverSoon(ctx, order);
  const after = rows.asset[0];
  if (after === undefined) throw notFound("asset");
  return { asset: after, eventKey };
}

function isVersion({ id, version }: AssetView): SQL {
  return sql`(SELECT sv.version FROM assets sv WHERE sv.id = ${id}) = ${version}`;
}

/** Sixteen hexadecimal digits that are the same for repeats of an update. */
async function fingerprintOf(input: UpdateAssetStatusInput): Promise<string> {
  const { jobId, step, status, statusCode, message, displayName, keywords, summary, textTokens } = input;
  const digest = await sha256Hex(JSON.stringify([jobId, step, status, statusCode, message, displayName, keywords, summary, textTokens]));
  return digest.slice(0, 16);
}
