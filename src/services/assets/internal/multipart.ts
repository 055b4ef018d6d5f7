import { signUrlToken } from "../../../auth/url-token.ts";
import { type Authorized, requireAction } from "../../../domain/authorized.ts";
import { notFound, ServiceError } from "../../../domain/errors.ts";
import type { Id } from "../../../domain/ids.ts";
import { bytesOfPart, countParts, PART_URL_TTL_SECONDS } from "../../../domain/multipart.ts";
import { type AssetView, findAsset } from "../../../storage/d1/assets/assets.ts";
import { findMultipart, selectParts, type MultipartRow } from "../../../storage/d1/assets/multipart.ts";
import { type Actor, actorSql, type Context, readAsUser } from "../../context/context.ts";
import { MS_PER_SECOND } from "../../../domain/time.ts";

/** A multipart upload in the form that the asset's creator receives. */
export interface Multipart {
  readonly assetId: Id<"asset">;
  readonly size: number;
  readonly state: MultipartRow["state"];
  readonly expiresAt: Date;
  /** All parts of the upload, in order. */
  readonly parts: readonly Part[];
}

export interface Part {
  /** Number from 1. */
  readonly number: number;
  readonly size: number;
  readonly hasArrived: boolean;
  /** Upload URL of the part. Empty if the upload no longer accepts bytes. */
  readonly url: string;
}

export interface FoundMultipart {
  readonly actor: Actor;
  readonly asset: Authorized<AssetView, "write">;
  readonly upload: MultipartRow | null;
  readonly arrived: readonly { readonly number: number; readonly etag: string }[];
}

/**
 * Reads an asset that the caller registered, with its multipart upload if one exists.
 * @throws ServiceError `not_found`, `permission_denied`
 */
export async function readMultipart(ctx: Context, assetId: Id<"asset">): Promise<FoundMultipart> {
  const { db } = ctx;
  const { actor, rows } = await readAsUser(ctx, {
    asset: findAsset(db, actorSql(ctx), assetId),
    upload: findMultipart(db, assetId),
    arrived: selectParts(db, assetId),
  });
  const asset = requireAction(rows.asset[0], "write", "asset");
  if (asset.createdBy !== actor.id)
    throw new ServiceError("permission_denied", "Only the creator of an asset can upload its file.");
  return { actor, asset, upload: rows.upload[0] ?? null, arrived: rows.arrived };
}

/**
 * Returns the upload in the form of the API.
 * @throws ServiceError `not_found` if no upload exists
 */
export async function presentMultipart(
  ctx: Context,
  { actor, asset, upload, arrived }: FoundMultipart,
): Promise<Multipart> {
  if (upload === null) throw notFound("multipart upload");
  const there = new Set(arrived.map(({ number }) => number));
  const isOpen = upload.state === "open" && asset.lifecycleState === "uploading";
  const numbers = Array.from({ length: countParts(upload.size) }, (_, at) => at + 1);
  const parts = await Promise.all(
    numbers.map(async (number): Promise<Part> => {
      const hasArrived = upload.state === "completed" || there.has(number);
      const size = bytesOfPart(upload.size, number);
      return {
        number,
        size,
        hasArrived,
        url: hasArrived || !isOpen ? "" : await partUrl(ctx, actor, upload, number),
      };
    }),
  );
  const { assetId, size, state, expiresAt } = upload;
  return { assetId, size, state, expiresAt, parts };
}

/** Returns the key in the URL of a part. It identifies the upload and the part. */
export function partKey({ objectKey }: Pick<MultipartRow, "objectKey">, number: number): string {
  return `${objectKey}/part/${number}`;
}

async function partUrl(ctx: Context, actor: Actor, upload: MultipartRow, number: number): Promise<string> {
  const token = await signUrlToken(ctx.config.urlSigningKeys, {
    method: "PUT",
    purpose: "part",
    assetId: upload.assetId,
    objectKey: partKey(upload, number),
    contentType: "application/octet-stream",
    sizeLimit: bytesOfPart(upload.size, number),
    userId: actor.id,
    expiresAt: new Date(ctx.now.getTime() + PART_URL_TTL_SECONDS * MS_PER_SECOND),
  });
  return `${ctx.origin}/v1/assets/${upload.assetId}/multipart/${number}?token=${token}`;
}
