import { sql } from "drizzle-orm";
import { objectKeys } from "../domain/asset.ts";
import { requireAction } from "../domain/authorized.ts";
import { type Id, newId } from "../domain/ids.ts";
import { mayOnCollection } from "../storage/d1/access-sql.ts";
import { type AssetView, findAsset } from "../storage/d1/asset-store.ts";
import { findCollection } from "../storage/d1/collection-store.ts";
import { commit } from "../storage/d1/commit.ts";
import { assetCollections, assets } from "../storage/d1/schema/assets.ts";
import { signedAssetUrl } from "./asset-urls.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";
import { type OrganizationContext, requireSameOrganization } from "./organization-context.ts";

export interface CreateAssetInput {
  readonly collectionId: Id<"col">;
  readonly contentType: string;
  readonly creationMethod: "upload" | "paste" | "url" | "record";
  readonly originalFileName: string;
  readonly organizationContext: OrganizationContext;
}

export interface SignedAsset {
  readonly asset: AssetView;
  readonly signedUrl: string;
}

/**
 * Registers an asset whose bytes are to come: the answer's signed URL takes them by PUT.
 * @throws ServiceError `not_found`, `permission_denied`, `invalid_argument` for another organization's context
 */
export async function createAsset(ctx: Context, input: CreateAssetInput): Promise<SignedAsset & { eventKey: string }> {
  const { db, now } = ctx;
  const { actor, rows } = await readAsUser(ctx, { collection: findCollection(db, actorSql(ctx), input.collectionId) });
  const collection = requireAction(rows.collection[0], "write", "collection");
  requireSameOrganization(input.organizationContext, collection);
  const id = newId("asset");
  const { organizationId, tenantId } = collection;
  const asset = db.build.insert(assets).values({
    id,
    organizationId,
    tenantId,
    displayName: input.originalFileName,
    originalFileName: input.originalFileName,
    contentType: input.contentType,
    creationMethod: input.creationMethod,
    lifecycleState: "uploading",
    objectKey: objectKeys.original(organizationId, id),
    createdAt: now,
    createdBy: actor.id,
    modifiedAt: now,
    modifiedBy: actor.id,
  });
  const held = db.build
    .insert(assetCollections)
    .values({ id: newId("assetcol"), assetId: id, collectionId: collection.id, createdAt: now, createdBy: actor.id });
  const { eventKey, rows: after } = await commit(actor.writer, {
    asserts: [{ name: "may_write", holds: mayOnCollection(sql`${actor.id}`, sql`${collection.id}`, "write") }],
    statements: [asset, held],
    event: { organizationId, targetId: id },
    reads: { asset: findAsset(db, sql`${actor.id}`, id) },
  });
  const created = requireAction(after.asset[0], "read", "asset");
  return { asset: created, signedUrl: await signedAssetUrl(ctx, actor, created), eventKey };
}
