import { sql } from "drizzle-orm";
import { idsAlong, listOf } from "../core/access.ts";
import type { Database } from "../core/database.ts";

/** The named collections and all their ancestors, each once, as tree nodes. */
export function selectTreeNodes({ build }: Database, collectionIds: readonly string[]) {
  return build.all<{ readonly id: string; readonly parentId: string | null; readonly version: number }>(sql`
    SELECT DISTINCT up.id AS id, up.parent_id AS "parentId", up.version AS version FROM ${listOf(collectionIds)} named
    CROSS JOIN collections tn ON tn.id = named.value CROSS JOIN ${idsAlong(sql`tn.path`)} anc CROSS JOIN collections up ON up.id = anc.value`);
}
