import { desc, eq, sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import type { Assertion } from "../core/commit.ts";
import { isActiveUser, mayOnAsset, userOf } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { assetTexts, assets } from "../schema/assets.ts";
import { statesBeforeSql } from "./states-before.ts";

/** All texts of an asset, the newest first. */
export function selectAssetTexts({ build }: Database, assetId: Id<"asset">, limit: number) {
  return build
    .select({ version: assetTexts.version, createdAt: assetTexts.createdAt })
    .from(assetTexts)
    .where(eq(assetTexts.assetId, assetId))
    .orderBy(desc(assetTexts.createdAt), assetTexts.version)
    .limit(limit);
}

/** Whether no other upload has replaced the file that waits. */
export function isPending(assetId: string, pendingVersion: string): SQL {
  return sql`(SELECT pv.pending_version FROM assets pv WHERE pv.id = ${assetId}) = ${pendingVersion}`;
}

/** An uploaded document whose bytes other ones can replace. A page is replaced by its refreshes. */
const acceptsVersion = (assetId: string): SQL => sql`EXISTS (SELECT 1 FROM assets av WHERE av.id = ${assetId}
  AND av.source_url = '' AND av.object_etag <> '' AND av.lifecycle_state IN (${statesBeforeSql("renew")}))`;

/** Asserts that the user may replace the bytes of the asset, and that `pendingVersion` still waits. */
export function versionAsserts(assetId: string, userId: string, pendingVersion: string): Assertion[] {
  const user = userOf(userId);
  return [
    { name: "awaited", holds: acceptsVersion(assetId) },
    { name: "may_write", holds: sql`${isActiveUser(user)} AND ${mayOnAsset(user, assetId, "write")}` },
    { name: "pending_as_seen", holds: isPending(assetId, pendingVersion) },
  ];
}

/** An asset whose bytes the user wants to replace. */
export function findReplacedAsset({ build }: Database, assetId: string, userId: string) {
  const user = userOf(userId);
  return build
    .select({
      id: assets.id,
      organizationId: assets.organizationId,
      pendingVersion: assets.pendingVersion,
      accepts: sql<number>`${acceptsVersion(assetId)}`.as("accepts"),
      mayWrite: sql<number>`(${isActiveUser(user)} AND ${mayOnAsset(user, assetId, "write")})`.as(
        "may_write",
      ),
    })
    .from(assets)
    .where(sql`${assets.id} = ${assetId}`);
}
