import type { Id } from "../../../domain/ids.ts";
import { isShortText } from "../../../domain/short-text.ts";
import type { EnqueuedText } from "../../../ingestion/api.ts";
import { findAssetRows, selectHoldersOf } from "../../../storage/d1/assets/assets.ts";
import type { Database, Rows } from "../../../storage/d1/core/database.ts";
import type { OutboxEntry } from "../../../storage/d1/service/outbox.ts";
import type { Context } from "../../context/context.ts";

/** Reads the input of the pipelines that start, after the change. */
export function findStarting(db: Database, ids: readonly Id<"asset">[]) {
  return { starting: findAssetRows(db, ids), holders: selectHoldersOf(db, ids) };
}

/**
 * Starts the processing that a change has enqueued, after the response was sent. Short texts that arrive
 * together form a batch. Each other asset gets its own pipeline.
 */
export function startPipelines(
  ctx: Context,
  orders: readonly OutboxEntry[],
  { starting, holders }: Rows<ReturnType<typeof findStarting>>,
): void {
  const found = new Map(starting.map((asset) => [asset.id as string, asset]));
  const holding = Map.groupBy(holders, ({ assetId }) => assetId as string);
  const ordered = orders.flatMap(({ id: order, targetId }): EnqueuedText[] => {
    const asset = found.get(targetId);
    return asset === undefined
      ? []
      : [
          {
            asset,
            order,
            collectionIds: (holding.get(targetId) ?? []).map(({ collectionId }) => collectionId),
          },
        ];
  });
  const isBulk = ordered.length > 1;
  const together = Map.groupBy(ordered, ({ asset }) =>
    isBulk && isShortText(asset) ? asset.organizationId : null,
  );
  // The processing deletes its job with the first commit. If the Worker stops before this call, the cron run
  // starts the job.
  for (const { asset, order, collectionIds } of together.get(null) ?? []) {
    ctx.defer(
      ctx.platform.pipeline(asset.id).start({ assetId: asset.id, order, found: { asset, collectionIds } }),
    );
  }
  for (const [organizationId, texts] of together) {
    if (organizationId !== null) ctx.defer(ctx.platform.bulkIngest(organizationId).process(texts));
  }
}
