import { isPageFetched } from "../../domain/asset-lifecycle.ts";
import { type Authorized, requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { nextRefresh, type RefreshOutcome } from "../../domain/page-refresh.ts";
import type { RefreshEnd } from "../../ingestion/api.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { type AssetView, findAsset } from "../../storage/d1/assets/assets.ts";
import { updateAssetRow } from "../../storage/d1/assets/changes.ts";
import { mayOnAsset, userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { hasVersion } from "../../storage/d1/core/version.ts";
import { removeOutbox } from "../../storage/d1/service/outbox.ts";
import { type Actor, actorSql, type Context, readAsUser } from "../context/context.ts";
import { requireIfMatch } from "../context/if-match.ts";
import { signedAssetUrl } from "./internal/asset-urls.ts";
import type { SignedAsset } from "./create-assets.ts";
import { reprocessAsset } from "./reprocess-asset.ts";
import { refreshScheduleAsserts, throwScheduleError } from "./internal/refresh-schedule.ts";

/**
 * Maximum time in milliseconds that a request waits for the page. If the page takes longer, the refresh
 * continues in the background.
 */
const WAIT_MS = 25_000;
const NO_PAGE = "This asset is not a web page, so it has no refresh.";
const NOT_NOW = "The service is processing this page. Refresh it afterwards.";

export interface RefreshAssetInput {
  readonly assetId: Id<"asset">;
  /** New interval of the schedule in seconds. 0 ends the schedule, null keeps it. */
  readonly refreshEvery: number | null;
}

export interface RefreshedAsset extends SignedAsset {
  /** Result of the refresh. Null if the refresh is still running. */
  readonly outcome: RefreshOutcome | null;
}

/**
 * Fetches a crawled page again, and extracts its text if the page has changed. The old text stays until the
 * new text is ready, and also if the refresh fails. Cited versions stay.
 * @throws ServiceError `not_found`, `permission_denied`, `aborted` for another revision
 * @throws ServiceError `failed_precondition` if the asset is no page, or is being processed
 * @throws ServiceError `resource_exhausted` if the organization has too many scheduled pages
 */
export async function refreshAsset(ctx: Context, input: RefreshAssetInput): Promise<RefreshedAsset> {
  const { db } = ctx;
  const { assetId } = input;
  const { actor, rows } = await readAsUser(ctx, { asset: findAsset(db, actorSql(ctx), assetId) });
  const asset = requireAction(rows.asset[0], "write", "asset");
  requireIfMatch(ctx, asset);
  if (asset.sourceUrl === "") throw new ServiceError("failed_precondition", NO_PAGE);
  // The page has never arrived, so this is its first fetch.
  if (asset.lifecycleState === "failed" && asset.objectEtag === "")
    return { ...(await reprocessAsset(ctx, { assetId })), outcome: null };
  if (!isPageFetched(asset)) throw new ServiceError("failed_precondition", NOT_NOW);
  const every = input.refreshEvery ?? asset.refreshEvery;
  const { order, ordered } = await enqueueRefresh(ctx, actor, asset, every);
  const end = await ask(ctx, assetId, order);
  const now = end === null ? ordered : { ...ordered, ...end.asset };
  return { asset: now, signedUrl: await signedAssetUrl(ctx, actor, now), outcome: end?.outcome ?? null };
}

/** Stores the job before the first request, so that the cron run can continue an interrupted refresh. */
async function enqueueRefresh(
  ctx: Context,
  actor: Actor,
  asset: Authorized<AssetView, "write">,
  every: number,
) {
  const { db, now } = ctx;
  const { id: assetId, organizationId } = asset;
  const isChanged = every !== asset.refreshEvery;
  const orders = enqueue(db, [{ kind: "refresh_asset", assetId }], now);
  const schedule = { refreshEvery: every, refreshAt: nextRefresh(every, now) };
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_write", holds: mayOnAsset(userOf(actor.id), assetId, "write") },
      { name: "same_version", holds: hasVersion("assets", asset) },
      ...(isChanged ? refreshScheduleAsserts(every, organizationId, assetId) : []),
    ],
    writes: [
      ...(isChanged ? [updateAssetRow(db, assetId, schedule, actor.writer)] : []),
      ...orders.statements,
    ],
    audit: { organizationId, targetId: assetId, changes: isChanged ? { refreshEvery: every } : {} },
    returning: { asset: findAsset(db, userOf(actor.id), assetId) },
  }).catch(throwScheduleError);
  return { order: orders.rows[0]!.id, ordered: requireAction(after.asset[0], "read", "asset") };
}

async function ask(ctx: Context, assetId: Id<"asset">, order: string): Promise<RefreshEnd | null> {
  let end: RefreshEnd | null;
  try {
    end = await ctx.platform.pipeline(assetId).refresh({ assetId, waitMs: WAIT_MS });
  } catch {
    return null;
  }
  // The pipeline continues the refresh, so the job has ended.
  const db = ctx.db.withFreshStats();
  ctx.defer(db.write([removeOutbox(db, order)]));
  return end;
}
