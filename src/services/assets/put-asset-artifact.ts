import { verifyUrlToken } from "../../auth/url-token.ts";
import { type ArtifactKind, objectKeys, parseArtifacts } from "../../domain/asset.ts";
import { transition } from "../../domain/asset-lifecycle.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { mediaTypeOf } from "../../domain/media-type.ts";
import { countTextTokensSteps } from "../../text/count-text-tokens.ts";
import { runCooperatively } from "../../text/run-cooperatively.ts";
import { type AssetRow, findAssetRow } from "../../storage/d1/assets/assets.ts";
import { CommitConflict } from "../../domain/conflicts.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { isWithWorker, recordArtifact } from "../../storage/d1/assets/processing.ts";
import { digestOf, joined, piecesOfBody, piecesOfBytes } from "../../storage/r2/pieces.ts";
import { putPieces } from "../../storage/r2/put-pieces.ts";
import type { Context } from "../context/context.ts";
import { serviceWriter } from "../context/service-writer.ts";

export interface PutAssetArtifactInput {
  readonly assetId: Id<"asset">;
  readonly kind: ArtifactKind;
  readonly token: string;
  readonly contentType: string | null;
  /** Declared length in bytes. Null if the request declares none. */
  readonly contentLength: number | null;
  readonly body: ReadableStream<Uint8Array> | null;
}

const NOT_AWAITED = "This asset accepts no artifacts, because no processor works on it.";

/**
 * Stores an artifact of a processor under its hash and replaces an earlier artifact of the same kind. Reports
 * the id of the audit event, or "" if the same artifact exists.
 * @throws ServiceError `permission_denied` for an invalid URL, `invalid_argument` for invalid bytes,
 * `failed_precondition` if the asset expects none
 */
export async function putAssetArtifact(ctx: Context, input: PutAssetArtifactInput): Promise<void> {
  const { db, platform, now } = ctx;
  const limit = await allowedBytes(ctx, input);
  const { found } = await db.read({ found: findAssetRow(db, input.assetId) });
  const asset = requireAwaited(found[0]);
  const bytes = await wholeBody(input, limit);
  const tokens = await runCooperatively(countTextTokensSteps(utf8Text(bytes)));
  const key = `${objectKeys.artifact(asset.organizationId, asset.id, input.kind)}/${await digestOf(piecesOfBytes(bytes))}`;
  if (parseArtifacts(asset.artifacts)[input.kind]?.key === key) return;
  const httpMetadata = { contentType: "text/plain; charset=utf-8" };
  await putPieces(platform.bucket, key, piecesOfBytes(bytes), { length: bytes.length, httpMetadata });
  const writer = serviceWriter(ctx);
  try {
    await commit(writer, {
      asserts: [{ name: "with_worker", holds: isWithWorker(asset.id) }],
      writes: [recordArtifact(db, asset.id, input.kind, { key, tokens }, { actorId: writer.actorId, now })],
      audit: { organizationId: asset.organizationId, targetId: asset.id },
    });
  } catch (error) {
    throw error instanceof CommitConflict
      ? new ServiceError("failed_precondition", NOT_AWAITED, { cause: error })
      : error;
  }
}

async function allowedBytes(ctx: Context, input: PutAssetArtifactInput): Promise<number> {
  const claims = await verifyUrlToken(ctx.config.urlSigningKeys, input.token, ctx.now);
  const isForThis = claims.assetId === input.assetId && claims.objectKey.endsWith(`/artifacts/${input.kind}`);
  if (claims.method !== "PUT" || claims.purpose !== "artifact" || !isForThis) {
    throw new ServiceError("permission_denied", "This URL is not signed for this request.");
  }
  if (input.contentLength === null) {
    throw new ServiceError("invalid_argument", "Send the length in `Content-Length`.", {
      bodyFault: "no_length",
    });
  }
  if (input.contentLength > claims.sizeLimit) throw tooLarge(claims.sizeLimit);
  if (input.contentType !== null && mediaTypeOf(input.contentType) !== claims.contentType) {
    throw new ServiceError(
      "invalid_argument",
      `An artifact of this kind must have the type ${claims.contentType}.`,
      {
        bodyFault: "wrong_type",
      },
    );
  }
  return claims.sizeLimit;
}

function requireAwaited(asset: AssetRow | undefined): AssetRow {
  if (asset === undefined || asset.lifecycleState === "deleted") {
    throw new ServiceError("permission_denied", "You may no longer upload this file.");
  }
  if (transition(asset.lifecycleState, "handIn") === null || asset.workerStrategy !== "external")
    throw new ServiceError("failed_precondition", NOT_AWAITED);
  return asset;
}

async function wholeBody(
  { body, contentLength }: PutAssetArtifactInput,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = body === null ? new Uint8Array() : await joined(piecesOfBody(body), limit);
  if (bytes === null) throw tooLarge(limit);
  if (bytes.length === contentLength) return bytes;
  throw new ServiceError("invalid_argument", "The file arrived incomplete. Send it again.");
}

function utf8Text(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    throw new ServiceError("invalid_argument", "An artifact must be text in UTF-8.", { cause });
  }
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError("invalid_argument", `The limit is ${limit} bytes.`, { bodyFault: "too_large" });
}
