import type { Context } from "../context/context.ts";
import type { OrganizationContext } from "../context/organization-context.ts";
import { createAssets, type NewAsset, type SignedAsset } from "./create-assets.ts";
import type { Id } from "../../domain/ids.ts";

export interface CreateAssetInput extends NewAsset {
  readonly collectionId: Id<"col">;
  readonly creationMethod: "upload" | "paste" | "url" | "record";
  readonly organizationContext: OrganizationContext;
}

/**
 * Registers an asset. The client then uploads its bytes by PUT to the returned signed URL.
 * @throws ServiceError `not_found`, `permission_denied`, `invalid_argument` for a context of another
 * organization
 */
export async function createAsset(ctx: Context, input: CreateAssetInput): Promise<SignedAsset> {
  const { collectionId, creationMethod, organizationContext, ...asset } = input;
  const [created] = await createAssets(ctx, {
    collectionId,
    creationMethod,
    organizationContext,
    assets: [asset],
  });
  return created!;
}
