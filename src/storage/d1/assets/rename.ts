import { sql, type SQL } from "drizzle-orm";
import { mayOnEveryParent } from "../core/access.ts";
import type { Database } from "../core/database.ts";

/** Whether the user may write every collection that holds the asset. All these collections show its name. */
export function mayRename(actor: SQL, assetId: string): SQL<boolean> {
  return mayOnEveryParent(actor, assetId, "write");
}

/** Returns a row if the user may rename the asset. */
export function findMayRename({ build }: Database, actor: SQL, assetId: string) {
  return build.all<{ readonly may: 1 }>(sql`SELECT 1 AS may WHERE ${mayRename(actor, assetId)}`);
}
