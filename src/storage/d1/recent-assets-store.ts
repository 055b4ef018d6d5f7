import { sql } from "drizzle-orm";
import { listOf } from "./access-sql.ts";
import type { Database } from "./database.ts";

/** Puts assets at the top of a user's recent ones. */
export function touchRecentAssets(db: Database, userId: string, assetIds: readonly string[], at: Date) {
  return db.build.run(sql`INSERT INTO recent_assets (user_id, asset_id, at)
    SELECT ${userId}, value, ${at.getTime()} FROM ${listOf(assetIds)} WHERE true
    ON CONFLICT (user_id, asset_id) DO UPDATE SET at = max(at, excluded.at)`);
}
