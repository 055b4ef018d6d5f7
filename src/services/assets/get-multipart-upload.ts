import type { Id } from "../../domain/ids.ts";
import type { Context } from "../context/context.ts";
import { type Multipart, presentMultipart, readMultipart } from "./internal/multipart.ts";

/**
 * Returns the received parts of an upload, and a fresh URL for each missing part.
 * @throws ServiceError `not_found`, `permission_denied`
 */
export async function getMultipartUpload(
  ctx: Context,
  { assetId }: { readonly assetId: Id<"asset"> },
): Promise<Multipart> {
  return await presentMultipart(ctx, await readMultipart(ctx, assetId));
}
