import { objectKeys } from "../../domain/asset.ts";
import { requireAction } from "../../domain/authorized.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { type AssetView, findAsset } from "../../storage/d1/assets/assets.ts";
import { findCollection } from "../../storage/d1/collections/collections.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { insertAsset } from "../../storage/d1/assets/changes.ts";
import { signedAssetUrl } from "./asset-urls.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { type OrganizationContext, requireSameOrganization } from "../context/organization-context.ts";

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
export async function createAsset(ctx: Context, input: CreateAssetInput): Promise<SignedAsset> {
  const { db } = ctx;
  const { actor, rows } = await readAsUser(ctx, { collection: findCollection(db, actorSql(ctx), input.collectionId) });
  const collection = requireAction(rows.collection[0], "write", "collection");
  requireSameOrganization(input.organizationContext, collection);
  const id = newId("asset");
  const { organizationId, tenantId } = collection;
  const asset = {
    id,
    organizationId,
    tenantId,
    displayName: input.originalFileName,
    originalFileName: input.originalFileName,
    contentType: input.contentType,
    creationMethod: input.creationMethod,
    lifecycleState: "uploading",
    objectKey: objectKeys.original(organizationId, id),
  } as const;
  const after = await commit(actor.writer, {
    asserts: [{ name: "may_write", holds: mayOnCollection(userOf(actor.id), collection.id, "write") }],
    writes: [...insertAsset(db, asset, collection.id, actor.writer)],
    audit: { organizationId, targetId: id, changes: { collectionId: collection.id } },
    returning: { asset: findAsset(db, userOf(actor.id), id) },
  });
  const created = requireAction(after.asset[0], "read", "asset");
  return { asset: created, signedUrl: await signedAssetUrl(ctx, actor, created) };
}
