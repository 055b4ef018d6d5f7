import type { Id } from "../../domain/ids.ts";
import { findAssetRows, listHoldersOf } from "../../storage/d1/assets/assets.ts";
import type { Database, Rows } from "../../storage/d1/core/database.ts";
import type { OutboxEntry } from "../../storage/d1/service/outbox.ts";
import type { Context } from "../context/context.ts";

/** What pipelines are handed at their start, as it is once the change is written. */
export function findStarting(db: Database, ids: readonly Id<"asset">[]) {
  return { starting: findAssetRows(db, ids), holders: listHoldersOf(db, ids) };
}

/** Starts the pipelines that a change has ordered, after the answer. */
export function startPipelines(
  ctx: Context,
  orders: readonly OutboxEntry[],
  { starting, holders }: Rows<ReturnType<typeof findStarting>>,
): void {
  const found = new Map(starting.map((asset) => [asset.id as string, asset]));
  for (const { id: order, targetId } of orders) {
    const asset = found.get(targetId);
    if (asset === undefined) continue;
    const collectionIds = holders.filter(({ assetId }) => assetId === targetId).map(({ collectionId }) => collectionId);
    // The pipeline takes the order away with its own first commit; the cron run delivers it if this is lost.
    ctx.defer(ctx.platform.pipeline(asset.id).start({ assetId: asset.id, order, found: { asset, collectionIds } }));
  }
}
