import { objectKeys } from "../../domain/asset.ts";
import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { type AssetView, findAssets } from "../../storage/d1/assets/assets.ts";
import { findCollection } from "../../storage/d1/collections/collections.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { idsFrom, newIds } from "../../storage/d1/core/id-block.ts";
import { insertAwaitedAssets } from "../../storage/d1/assets/changes.ts";
import { signedAssetUrl } from "./internal/asset-urls.ts";
import { type Actor, actorSql, type Context, readAsUser } from "../context/context.ts";
import { type OrganizationContext, requireSameOrganization } from "../context/organization-context.ts";

export interface NewAsset {
  readonly contentType: string;
  readonly originalFileName: string;
  /** Announced size in bytes, null if unknown. The upload must have this size. */
  readonly size: number | null;
  /** Announced SHA-256 in lower-case hexadecimal. Empty if unknown. */
  readonly sha256: string;
}

export interface CreateAssetsInput {
  readonly collectionId: Id<"col">;
  readonly creationMethod: "upload" | "paste" | "url" | "record";
  readonly organizationContext: OrganizationContext;
  readonly assets: readonly NewAsset[];
}

export interface SignedAsset {
  readonly asset: AssetView;
  readonly signedUrl: string;
}

/**
 * Registers assets, all or none. The client then uploads the bytes of each by PUT to its signed URL.
 * @returns the assets in the order of the input
 * @throws ServiceError `not_found`, `permission_denied`, `invalid_argument` for a context of another
 * organization
 */
export async function createAssets(ctx: Context, input: CreateAssetsInput): Promise<readonly SignedAsset[]> {
  const { db } = ctx;
  const { actor, rows } = await readAsUser(ctx, {
    collection: findCollection(db, actorSql(ctx), input.collectionId),
  });
  const collection = requireAction(rows.collection[0], "write", "collection");
  requireSameOrganization(input.organizationContext, collection);
  const { organizationId } = collection;
  const ids = newIds("asset", input.assets.length);
  const awaited = input.assets.map(({ contentType, originalFileName, size, sha256 }, at) => {
    const id = ids[at]!;
    const objectKey = objectKeys.original(organizationId, id);
    return {
      id,
      displayName: originalFileName,
      contentType,
      objectKey,
      announcedSize: size,
      announcedSha256: sha256,
    };
  });
  const assetIds = ids.length === 1 ? {} : { assetIds: ids };
  const after = await commit(actor.writer, {
    asserts: [{ name: "may_write", holds: mayOnCollection(userOf(actor.id), collection.id, "write") }],
    writes: [...insertAwaitedAssets(db, awaited, input.creationMethod, collection, actor.writer)],
    audit: { organizationId, targetId: ids[0]!, changes: { collectionId: collection.id, ...assetIds } },
    returning: { assets: findAssets(db, userOf(actor.id), ids) },
  });
  return await signed(ctx, actor, after.assets);
}

/**
 * Returns the assets of an earlier call in their current state.
 * @param first id of the first asset
 * @throws ServiceError `not_found` if one of them is deleted or no longer readable
 */
export async function findCreatedAssets(
  ctx: Context,
  first: Id,
  count: number,
): Promise<readonly SignedAsset[]> {
  const ids = idsFrom("asset", first, count);
  const { actor, rows } = await readAsUser(ctx, { assets: findAssets(ctx.db, actorSql(ctx), ids) });
  const found = new Map(rows.assets.map((asset) => [asset.id, asset]));
  return await signed(
    ctx,
    actor,
    ids.map((id) => requireAction(found.get(id), "read", "asset")),
  );
}

async function signed(
  ctx: Context,
  actor: Actor,
  assets: readonly AssetView[],
): Promise<readonly SignedAsset[]> {
  return await Promise.all(
    assets.map(async (each) => {
      const asset = requireAction(each, "read", "asset");
      return { asset, signedUrl: await signedAssetUrl(ctx, actor, asset) };
    }),
  );
}
