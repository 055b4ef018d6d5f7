import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { assets } from "./schema/assets.ts";

/** Assets that are being processed and made no progress since `before`, the longest waiting first. */
export function listStuckAssets(db: Database, before: Date, limit: number) {
  return db.build
    .select({ id: assets.id })
    .from(assets)
    .where(sql`${assets.lifecycleState} = 'processing' AND ${assets.modifiedAt} < ${before.getTime()}`)
    .orderBy(assets.modifiedAt)
    .limit(limit);
}

/** How many assets are being processed, counted up to `atMost`. */
export function countProcessing({ build }: Database, atMost: number) {
  return build.all<{ count: number }>(sql`SELECT count(*) AS count FROM
    (SELECT 1 FROM assets WHERE lifecycle_state = 'processing' LIMIT ${atMost})`);
}
