import { sql } from "drizzle-orm";
import { listOf } from "../core/access.ts";
import type { Database } from "../core/database.ts";

/** Names of the users, collections, assets and threads with these ids. */
export function findEffectNames({ build }: Database, ids: readonly string[]) {
  const named = listOf(ids);
  return build.all<{
    readonly id: string;
    readonly name: string;
  }>(sql`SELECT u.id, u.display_name AS name FROM ${named} n CROSS JOIN users u ON u.id = n.value
    UNION ALL SELECT c.id, c.label FROM ${named} n CROSS JOIN collections c ON c.id = n.value
    UNION ALL SELECT a.id, a.display_name FROM ${named} n CROSS JOIN assets a ON a.id = n.value
    UNION ALL SELECT t.id, t.label FROM ${named} n CROSS JOIN threads t ON t.id = n.value`);
}
