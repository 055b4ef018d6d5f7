import type { Id } from "../../domain/ids.ts";
import { isShortText } from "../../domain/short-text.ts";
import type { OrderedText } from "../../ingestion/api.ts";
import { findAssetRows, listHoldersOf } from "../../storage/d1/assets/assets.ts";
import type { Database, Rows } from "../../storage/d1/core/database.ts";
import type { OutboxEntry } from "../../storage/d1/service/outbox.ts";
import type { Context } from "../context/context.ts";

/** What pipelines are handed at their start, as it is once the change is written. */
export function findStarting(db: Database, ids: readonly Id<"asset">[]) {
  return { starting: findAssetRows(db, ids), holders: listHoldersOf(db, ids) };
}

/** Has what a change has ordered read, after the answer: short texts that come together together, whatever else by a pipeline of its own. */
export function startPipelines(
  ctx: Context,
  orders: readonly OutboxEntry[],
  { starting, holders }: Rows<ReturnType<typeof findStarting>>,
): void {
  const found = new Map(starting.map((asset) => [asset.id as string, asset]));
  const holding = Map.groupBy(holders, ({ assetId }) => assetId as string);
  const ordered = orders.flatMap(({ id: order, targetId }): OrderedText[] => {
    const asset = found.get(targetId);
    return asset === undefined
      ? []
      : [{ asset, order, collectionIds: (holding.get(targetId) ?? []).map(({ collectionId }) => collectionId) }];
  });
  const isBulk = ordered.length > 1;
  const together = Map.groupBy(ordered, ({ asset }) => (isBulk && isShortText(asset) ? asset.organizationId : null));
  // Who reads an asset takes its order away with the first commit; the cron run delivers it if this is lost.
  for (const { asset, order, collectionIds } of together.get(null) ?? []) {
    ctx.defer(ctx.platform.pipeline(asset.id).start({ assetId: asset.id, order, found: { asset, collectionIds } }));
  }
  for (const [organizationId, texts] of together) {
    if (organizationId !== null) ctx.defer(ctx.platform.shortTexts(organizationId).read(texts));
  }
}
