import { sql, type SQL } from "drizzle-orm";
import { listOf, mayOnAsset } from "../core/access.ts";
import type { Id } from "../../../domain/ids.ts";
import type { Database } from "../core/database.ts";
import { assets, assetTexts } from "../schema/assets.ts";
import { citations } from "../schema/threads.ts";
import { citationColumns } from "./thread-view.ts";

/** Those of the citations that belong to the thread. */
export function findCitations(
  { build }: Database,
  threadId: Id<"thread">,
  citationIds: readonly Id<"cite">[],
) {
  return build
    .select(citationColumns())
    .from(citations)
    .where(
      sql`${citations.id} IN (SELECT value FROM ${listOf(citationIds)}) AND ${citations.threadId} = ${threadId}`,
    );
}

/** The cited assets that are not deleted and that the actor may read. */
export function findCitedAssets({ build }: Database, actor: SQL, citationIds: readonly Id<"cite">[]) {
  return build
    .select({ id: assets.id, displayName: assets.displayName, textVersion: assets.textVersion })
    .from(assets)
    .where(
      sql`${assets.id} IN (SELECT fc.asset_id FROM ${cited(citationIds)}) AND ${assets.lifecycleState} <> 'deleted'
        AND ${mayOnAsset(actor, sql`"assets"."id"`, "read")}`,
    );
}

/** The cited text versions, and the assets' current ones. */
export function findCitedTexts({ build }: Database, citationIds: readonly Id<"cite">[]) {
  return build
    .select()
    .from(assetTexts)
    .where(
      sql`${assetTexts.assetId} IN (SELECT fc.asset_id FROM ${cited(citationIds)})
        AND ${assetTexts.version} IN (SELECT fc.text_version FROM ${cited(citationIds)}
          UNION SELECT fa.text_version FROM ${cited(citationIds)} CROSS JOIN assets fa ON fa.id = fc.asset_id)`,
    );
}

function cited(citationIds: readonly Id<"cite">[]): SQL {
  return sql`${listOf(citationIds)} asked CROSS JOIN citations fc ON fc.id = asked.value`;
}
