import type { Id } from "../../../domain/ids.ts";
import type { Context } from "../../context/context.ts";
import { collectionOwnerIds } from "../../context/collection-owner-ids.ts";
import { createAsset } from "../create-asset.ts";
import { notifyUploaded } from "../notify-uploaded.ts";
import { putAssetContent } from "../put-asset-content.ts";

export interface AddTextInput {
  readonly collectionId: Id<"col">;
  readonly name: string;
  readonly text: string;
}

/**
 * Creates an asset from a text: registers it, stores the bytes and reports the upload.
 * @throws the ServiceErrors of the three use cases
 */
export async function addText(
  ctx: Context,
  { collectionId, name, text }: AddTextInput,
): Promise<Id<"asset">> {
  const bytes = new TextEncoder().encode(text);
  const contentType = "text/markdown";
  const organizationContext = await collectionOwnerIds(ctx, collectionId);
  const { asset, signedUrl } = await createAsset(ctx, {
    collectionId,
    creationMethod: "paste",
    organizationContext,
    contentType,
    originalFileName: name,
    size: bytes.length,
    sha256: "",
  });
  const token = new URL(signedUrl).searchParams.get("token") ?? "";
  await putAssetContent(ctx, {
    assetId: asset.id,
    token,
    contentType,
    contentLength: bytes.length,
    body: new Response(bytes).body,
  });
  await notifyUploaded(ctx, { assetIds: [asset.id], processInBackground: true, processInThread: false });
  return asset.id;
}
