import { sql, type SQL } from "drizzle-orm";
import type { Action } from "../../../domain/access.ts";
import { idsAlong } from "../core/access.ts";
import type { Database } from "../core/database.ts";

/** A grant on the collection or on one of its ancestors. */
export interface ReachingGrant {
  readonly id: string;
  readonly collectionId: string;
  readonly label: string;
  readonly action: Action;
  readonly grantedAt: number;
  readonly grantedBy: string;
  readonly grantedByName: string;
  /** Depth of the collection with the grant, from 0 for the root. */
  readonly depth: number;
}

/** Every grant that gives a user access to the active collection, from the root down. */
export function selectReachingGrants({ build }: Database, user: SQL, collectionId: string) {
  return build.all<ReachingGrant>(sql`SELECT gr.id, gr.collection_id AS collectionId, gc.label, gr.action, gr.created_at AS grantedAt,
      gr.created_by AS grantedBy, coalesce(gu.display_name, '') AS grantedByName, anc.key AS depth
    FROM collections hc CROSS JOIN ${idsAlong(sql`hc.path`)} anc CROSS JOIN grants gr ON gr.collection_id = anc.value AND gr.user_id = ${user}
    CROSS JOIN collections gc ON gc.id = gr.collection_id LEFT JOIN users gu ON gu.id = gr.created_by
    WHERE hc.id = ${collectionId} AND hc.lifecycle_state = 'active' ORDER BY anc.key, gr.action`);
}
