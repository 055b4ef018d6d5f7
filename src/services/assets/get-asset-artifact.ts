import {
  ARTIFACT_TYPES,
  type ArtifactKind,
  parseArtifacts,
  type StoredArtifact,
} from "../../domain/asset.ts";
import { requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { findAsset } from "../../storage/d1/assets/assets.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { type ByteRange, chooseRange, lengthOf, type RangeRequest } from "./internal/byte-range.ts";

export interface AssetArtifact {
  /** Media type, such as `text/html`. The text is in UTF-8. */
  readonly contentType: string;
  /** Entity tag of these bytes. */
  readonly tag: string;
  /** Size of the whole artifact in bytes. */
  readonly size: number;
  /** Range to send. Null for the whole content. */
  readonly range: ByteRange | null;
  /** Null if the caller already has these bytes. `range` is null in that case. */
  readonly body: ReadableStream | null;
}

/**
 * Returns an artifact that the service or an external processor created from an asset.
 * @param input.isKnown returns true if the caller already has the artifact with this tag
 * @throws ServiceError `failed_precondition` if no artifact of the kind exists
 * @throws OutOfRangeError for a range outside the artifact
 */
export async function getAssetArtifact(
  ctx: Context,
  input: RangeRequest & { assetId: Id<"asset">; kind: ArtifactKind; isKnown: (tag: string) => boolean },
): Promise<AssetArtifact> {
  const { rows } = await readAsUser(ctx, { asset: findAsset(ctx.db, actorSql(ctx), input.assetId) });
  const asset = requireAction(rows.asset[0], "read", "asset");
  const artifact = parseArtifacts(asset.artifacts)[input.kind];
  if (artifact === undefined) {
    throw new ServiceError("failed_precondition", "This asset has no artifact of this kind.");
  }
  const contentType = `${ARTIFACT_TYPES[input.kind]}; charset=utf-8`;
  const tag = `${input.kind}-${artifact.key.slice(artifact.key.lastIndexOf("/") + 1)}`;
  if (input.isKnown(tag)) return { contentType, tag, size: 0, range: null, body: null };
  const whole = await placeOf(ctx.platform.bucket, artifact);
  const range = chooseRange(input, { etag: tag, size: whole.length });
  const body = await bytesAt(ctx.platform.bucket, artifact.key, partOf(whole, range));
  return { contentType, tag, size: whole.length, range, body };
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** Returns the byte range of an artifact. The size of a processor's artifact is known only to the bucket. */
async function placeOf(bucket: R2Bucket, { key, range }: StoredArtifact): Promise<Place> {
  if (range !== undefined) return range;
  const object = await bucket.head(key);
  if (object === null) throw unreadable();
  return { offset: 0, length: object.size };
}

function partOf({ offset, length }: Place, range: ByteRange | null): Place {
  return range === null ? { offset, length } : { offset: offset + range.start, length: lengthOf(range) };
}

/** Reads a range of an object. An empty range needs no read, because R2 rejects it. */
async function bytesAt(bucket: R2Bucket, key: string, range: Place): Promise<ReadableStream> {
  if (range.length === 0) return new Blob([]).stream();
  const object = await bucket.get(key, { range });
  if (object === null) throw unreadable();
  return object.body;
}

function unreadable(): ServiceError {
  return new ServiceError("unavailable", "The service cannot read the artifact at the moment.");
}
