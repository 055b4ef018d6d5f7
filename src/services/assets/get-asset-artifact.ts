import { ARTIFACT_TYPES, type ArtifactKind, parseArtifacts } from "../../domain/asset.ts";
import { requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { findAsset } from "../../storage/d1/assets/assets.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface AssetArtifact {
  /** `text/html` or such, UTF-8. */
  readonly contentType: string;
  /** Of these bytes. */
  readonly tag: string;
  /** Bytes. */
  readonly size: number;
  /** Null when the caller has these bytes. */
  readonly body: ReadableStream | null;
}

/**
 * What was made of an asset beside its text, here or by an external worker.
 * @param input.isKnown whether the caller has the artifact of this tag already
 * @throws ServiceError `failed_precondition` when there is none of the kind
 */
export async function getAssetArtifact(
  ctx: Context,
  input: { assetId: Id<"asset">; kind: ArtifactKind; isKnown: (tag: string) => boolean },
): Promise<AssetArtifact> {
  const { rows } = await readAsUser(ctx, { asset: findAsset(ctx.db, actorSql(ctx), input.assetId) });
  const asset = requireAction(rows.asset[0], "read", "asset");
  const artifact = parseArtifacts(asset.artifacts)[input.kind];
  if (artifact === undefined) {
    throw new ServiceError("failed_precondition", "No artifact of this kind was made of this asset.");
  }
  const contentType = `${ARTIFACT_TYPES[input.kind]}; charset=utf-8`;
  const tag = `${input.kind}-${artifact.key.slice(artifact.key.lastIndexOf("/") + 1)}`;
  if (input.isKnown(tag)) return { contentType, tag, size: 0, body: null };
  const { range } = artifact;
  const object = await ctx.platform.bucket.get(artifact.key, range === undefined ? {} : { range });
  if (object === null) throw new ServiceError("unavailable", "The artifact cannot be read at the moment.");
  return { contentType, tag, size: range?.length ?? object.size, body: object.body };
}
