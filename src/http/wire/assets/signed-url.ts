import * as z from "zod";
import type { Id } from "../../../domain/ids.ts";
import { fieldErrors } from "../../errors.ts";
import type { AppContext } from "../../request-scope.ts";
import { idParam } from "../identifier.ts";

/** Path for uploads and downloads of an asset's bytes. The signed URL is the credential. */
export const CONTENT_PATH = "/v1/assets/{assetID}/content";

const request = z.object({ assetID: idParam("asset"), token: z.string().min(1).max(8192) });

/**
 * Parses the asset id and the token of a signed URL.
 * @throws ServiceError `invalid_argument` if one is missing or malformed
 */
export function parseSignedUrl(c: AppContext): { assetId: Id<"asset">; token: string } {
  const parsed = request.safeParse({ assetID: c.req.param("assetID"), token: c.req.query("token") });
  if (!parsed.success) throw fieldErrors(parsed.error.issues);
  return { assetId: parsed.data.assetID, token: parsed.data.token };
}
