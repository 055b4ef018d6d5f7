import { sql, type SQL } from "drizzle-orm";
import { isActiveUser, isWithin, mayOnAsset } from "../core/access.ts";
import { isBelowRemoved, isRemoved, namedAssetIds, readableTops } from "./answer-scope-sql.ts";
import type { UnprocessedAsset } from "../../../domain/unprocessed-asset.ts";
import type { Database } from "../core/database.ts";

export const MAX_UNPROCESSED = 1_000;

/**
 * Uploaded documents in scope that the asker may read and that have no text yet. Returns one row per document
 * and collection. Two partial indexes exclude processed documents from the scan.
 * @param answerId null: the thread's scope
 */
export function findUnprocessedInScope(
  { build }: Database,
  asker: SQL,
  threadId: string | SQL,
  answerId: string | null,
) {
  return build.all<UnprocessedAsset>(sql`
    WITH ${readableTops(asker, threadId, answerId)}
    SELECT held.asset_id AS id, held.unread = 1 AS waits FROM (SELECT DISTINCT path FROM tops) top
      CROSS JOIN collections uc INDEXED BY collections_unread ON ${isWithin(sql`uc.path`, sql`top.path`)} AND uc.unread_count > 0 AND uc.lifecycle_state = 'active'
      CROSS JOIN asset_collections held ON held.collection_id = uc.id AND held.unread > 0
      WHERE NOT ${isBelowRemoved(answerId, sql`uc.path`)} AND NOT ${isRemoved(answerId, sql`held.asset_id`)}
    UNION ALL SELECT ua.id, ua.lifecycle_state = 'uploaded' FROM (${namedAssetIds(threadId, answerId)}) named
      CROSS JOIN assets ua ON ua.id = named.id AND +ua.lifecycle_state IN ('uploaded', 'processing')
      WHERE ${isActiveUser(asker)} AND ${mayOnAsset(asker, sql`ua.id`, "read")} AND NOT ${isRemoved(answerId, sql`ua.id`)}
    LIMIT ${MAX_UNPROCESSED}`);
}
