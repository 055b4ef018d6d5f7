import * as z from "zod";
import { ARTIFACT_KINDS } from "../../../domain/asset.ts";
import { getAssetArtifact } from "../../../services/assets/get-asset-artifact.ts";
import { answerBytes, rangeAsked } from "../../answer-bytes.ts";
import { fieldErrors } from "../../errors.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { matchesTag } from "../../viewer-etag.ts";
import { idParam } from "../../wire/identifier.ts";

const request = z.object({ assetID: idParam("asset"), kind: z.enum(ARTIFACT_KINDS) });

/**
 * Serves a derived document. HTML from a processor is untrusted, so a sandbox policy prevents browsers from
 * running it or showing it as a page of this service.
 */
export const getAssetArtifactRoute: RawRoute = {
  id: "getAssetArtifact",
  method: "GET",
  path: "/v1/assets/{assetID}/artifacts/{kind}",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on a collection that holds the asset",
  summary: "A document derived from an asset: Markdown, HTML, or the output of a processor.",
  async handle(c) {
    const parsed = request.safeParse({ assetID: c.req.param("assetID"), kind: c.req.param("kind") });
    if (!parsed.success) throw fieldErrors(parsed.error.issues);
    const { assetID: assetId, kind } = parsed.data;
    const isKnown = (tag: string): boolean => matchesTag(c.req.header("if-none-match"), `"${tag}"`);
    const artifact = await getAssetArtifact(serviceContext(c), { assetId, kind, ...rangeAsked(c), isKnown });
    const headers = new Headers({
      etag: `"${artifact.tag}"`,
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
    });
    if (artifact.body !== null) {
      headers.set("content-type", artifact.contentType);
      headers.set("content-disposition", "attachment");
      headers.set("content-security-policy", "sandbox; default-src 'none'");
    }
    return answerBytes(artifact, headers);
  },
};
