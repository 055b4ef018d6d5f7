import type { Id } from "../../../domain/ids.ts";
import { eq, sql, type SQL } from "drizzle-orm";
import { stateAfter } from "../../../domain/asset-lifecycle.ts";
import { completedWith } from "../../../domain/asset.ts";
import type { Database } from "../core/database.ts";
import { assets } from "../schema/assets.ts";
import type { AssetRow } from "./assets.ts";
import type { AssetFields } from "./changes.ts";
import { statesBeforeSql } from "./states-before.ts";
import { isAwaited } from "./watchers.ts";

/**
 * Records a fetched page. Processing starts immediately if the request asked for it or a thread waits for the
 * page.
 */
export function recordPage(
  { build }: Database,
  asset: AssetRow,
  page: AssetFields,
  by: { readonly actorId: Id<"user">; readonly now: Date },
) {
  const starts = sql`(${assets.processInBackground} OR ${isAwaited(sql`${asset.id}`)})`;
  const arrived = stateAfter(asset.lifecycleState, "arrive");
  const fetched = completedWith(asset.lifecyclesCompleted, "uploading");
  return build
    .update(assets)
    .set({
      ...page,
      uploadedAt: by.now,
      lifecycleState: sql`CASE WHEN ${starts} THEN ${stateAfter(arrived, "start")} ELSE ${arrived} END`,
      lifecyclesCompleted: sql`CASE WHEN ${starts} THEN ${completedWith(fetched, arrived)} ELSE ${fetched} END`,
      run: sql`${assets.run} + ${starts}`,
      processingMessage: "",
      version: sql`${assets.version} + 1`,
      modifiedAt: by.now,
      modifiedBy: by.actorId,
    })
    .where(eq(assets.id, asset.id));
}

/** Whether the asset is a page that the service has not fetched yet. */
export function isPageAwaited(assetId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM assets aw WHERE aw.id = ${assetId} AND aw.object_etag = ''
    AND aw.lifecycle_state IN (${statesBeforeSql("arrive")}))`;
}
