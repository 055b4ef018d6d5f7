import { eq, sql } from "drizzle-orm";
import { type Id, newId } from "../../../domain/ids.ts";
import type { Database } from "../core/database.ts";
import { projectOf } from "./project-of.ts";
import { assetCollections, assets } from "../schema/assets.ts";

export type AssetFields = Partial<typeof assets.$inferInsert>;

interface By {
  readonly actorId: Id<"user">;
  readonly now: Date;
}

/** Sets these columns of an asset, as its next revision. */
export function updateAsset({ build }: Database, id: Id<"asset">, fields: AssetFields, { actorId, now }: By) {
  return build
    .update(assets)
    .set({ ...fields, version: sql`${assets.version} + 1`, modifiedAt: now, modifiedBy: actorId })
    .where(eq(assets.id, id));
}

type NewAsset = Omit<typeof assets.$inferInsert, "projectId" | "createdAt" | "createdBy" | "modifiedAt" | "modifiedBy">;

/** A new asset, and the collection that holds it. */
export function insertAsset({ build }: Database, asset: NewAsset, collectionId: Id<"col">, { actorId, now }: By) {
  const created = { createdAt: now, createdBy: actorId };
  return [
    build.insert(assets).values({ ...asset, projectId: projectOf(asset.organizationId), ...created, modifiedAt: now, modifiedBy: actorId }),
    build.insert(assetCollections).values({ id: newId("assetcol"), assetId: asset.id, collectionId, ...created }),
  ] as const;
}
