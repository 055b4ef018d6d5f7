import { sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import type { Database } from "../core/database.ts";

export interface IndexedAsset {
  readonly id: Id<"asset">;
  readonly shard: number;
  readonly run: number;
  readonly version: string;
  readonly displayName: string;
  readonly textKey: string;
  readonly chunksKey: string;
  /** JSON array of collection ids. */
  readonly collectionIds: string;
}

/** The organization's next ready assets after `cursor`, with the data that the index needs. */
export function selectIndexedAssets(
  { build }: Database,
  organizationId: string,
  cursor: string,
  limit: number,
) {
  return build.all<IndexedAsset>(sql`
    SELECT a.id AS id, a.shard AS shard, a.run AS run, a.text_version AS version, a.display_name AS "displayName",
      t.text_key AS "textKey", t.chunks_key AS "chunksKey",
      (SELECT json_group_array(ac.collection_id) FROM asset_collections ac WHERE ac.asset_id = a.id) AS "collectionIds"
    FROM assets a JOIN asset_texts t ON t.asset_id = a.id AND t.version = a.text_version
    WHERE a.organization_id = ${organizationId} AND a.lifecycle_state = 'ready' AND a.id > ${cursor}
    ORDER BY a.id LIMIT ${limit}`);
}
