import { and, eq, sql, type SQL } from "drizzle-orm";
import { mayOnAsset } from "../core/access.ts";
import type { Id } from "../../../domain/ids.ts";
import type { Database } from "../core/database.ts";
import { assets, assetTexts } from "../schema/assets.ts";
import { citations } from "../schema/threads.ts";
import { citationColumns } from "./thread-view.ts";

export function findCitation({ build }: Database, threadId: Id<"thread">, citationId: Id<"cite">) {
  return build
    .select(citationColumns())
    .from(citations)
    .where(and(eq(citations.id, citationId), eq(citations.threadId, threadId)));
}

/** The cited asset, if the asset is not deleted and the actor may read it. */
export function findCitedAsset({ build }: Database, actor: SQL, citationId: string) {
  return build
    .select({ id: assets.id, displayName: assets.displayName, textVersion: assets.textVersion })
    .from(assets)
    .where(
      sql`${assets.id} = (SELECT fc.asset_id FROM citations fc WHERE fc.id = ${citationId}) AND ${assets.lifecycleState} <> 'deleted'
        AND ${mayOnAsset(actor, sql`"assets"."id"`, "read")}`,
    );
}

/** The cited text version, and the asset's current one. */
export function findCitedTexts({ build }: Database, citationId: string) {
  return build
    .select()
    .from(assetTexts)
    .where(
      sql`${assetTexts.assetId} = (SELECT fc.asset_id FROM citations fc WHERE fc.id = ${citationId}) AND ${assetTexts.version} IN (
        (SELECT fc.text_version FROM citations fc WHERE fc.id = ${citationId}),
        (SELECT fa.text_version FROM citations fc CROSS JOIN assets fa ON fa.id = fc.asset_id WHERE fc.id = ${citationId}))`,
    );
}
