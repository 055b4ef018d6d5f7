import { sql, type SQL } from "drizzle-orm";
import { mayOnEveryHolder } from "../core/access.ts";
import type { Database } from "../core/database.ts";

/** Whether the user may write every collection that holds the asset: its name is that of all of them. */
export function mayRename(actor: SQL, assetId: string): SQL<boolean> {
  return mayOnEveryHolder(actor, assetId, "write");
}

/** A row when the user may. */
export function findMayRename({ build }: Database, actor: SQL, assetId: string) {
  return build.all<{ readonly may: 1 }>(sql`SELECT 1 AS may WHERE ${mayRename(actor, assetId)}`);
}
