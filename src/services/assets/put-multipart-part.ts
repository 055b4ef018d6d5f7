import { verifyUrlToken } from "../../auth/url-token.ts";
import { transition } from "../../domain/asset-lifecycle.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import {
  findMultipart,
  isPartRecorded,
  type MultipartRow,
  recordPart,
} from "../../storage/d1/assets/multipart.ts";
import { findUpload } from "../../storage/d1/assets/uploads.ts";
import { isNotFound } from "../../storage/r2/end-multipart.ts";
import { piecesOfBody } from "../../storage/r2/pieces.ts";
import { putPart } from "../../storage/r2/put-pieces.ts";
import type { Context } from "../context/context.ts";
import { partKey } from "./internal/multipart.ts";

export interface PutMultipartPartInput {
  readonly assetId: Id<"asset">;
  readonly number: number;
  readonly token: string;
  /** Declared length in bytes. Null if the request declares none. */
  readonly contentLength: number | null;
  readonly body: ReadableStream | null;
}

const OVER = "This multipart upload has ended.";

/**
 * Stores one part of an upload and replaces an earlier part with the same number.
 * @throws ServiceError `permission_denied` for an invalid URL, `invalid_argument` for invalid bytes,
 * `failed_precondition` if the upload accepts none
 */
export async function putMultipartPart(ctx: Context, input: PutMultipartPartInput): Promise<void> {
  const { db, platform, now } = ctx;
  const claims = await verifyUrlToken(ctx.config.urlSigningKeys, input.token, now);
  if (claims.method !== "PUT" || claims.purpose !== "part" || claims.assetId !== input.assetId)
    throw notForThis();
  const { contentLength, number } = input;
  if (contentLength === null) {
    throw new ServiceError("invalid_argument", "Send the length in `Content-Length`.", {
      bodyFault: "no_length",
    });
  }
  if (contentLength > claims.sizeLimit) {
    throw new ServiceError("invalid_argument", `This part must have ${claims.sizeLimit} bytes.`, {
      bodyFault: "too_large",
    });
  }
  if (contentLength < claims.sizeLimit || input.body === null) {
    throw new ServiceError(
      "invalid_argument",
      `This part must have ${claims.sizeLimit} bytes, not ${contentLength}.`,
    );
  }
  const upload = await requireOpen(ctx, input.assetId, claims.userId);
  if (claims.objectKey !== partKey(upload, number)) throw notForThis();
  const source = platform.bucket.resumeMultipartUpload(upload.objectKey, upload.uploadId);
  const { etag } = await putPart(source, number, piecesOfBody(input.body), contentLength).catch(
    (cause: unknown) => {
      if (isNotFound(cause)) throw new ServiceError("failed_precondition", OVER, { cause });
      throw new ServiceError("invalid_argument", "The part arrived incomplete. Send it again.", { cause });
    },
  );
  const [part, expiry] = recordPart(db, { upload, userId: claims.userId, number, etag, now });
  const { recorded } = await db.read({
    part,
    expiry,
    recorded: isPartRecorded(db, upload.assetId, number, etag),
  });
  if (recorded.length === 0) throw new ServiceError("failed_precondition", OVER);
}

function notForThis(): ServiceError {
  return new ServiceError("permission_denied", "This URL is not signed for this request.");
}

async function requireOpen(ctx: Context, assetId: Id<"asset">, userId: Id<"user">): Promise<MultipartRow> {
  const { db } = ctx;
  const { asset, upload } = await db.read({
    asset: findUpload(db, assetId, userId),
    upload: findMultipart(db, assetId),
  });
  const found = asset[0];
  if (found === undefined || !found.mayWrite)
    throw new ServiceError("permission_denied", "You may no longer upload this file.");
  const [open] = upload;
  const isAwaited = transition(found.state, "send") !== null && open?.state === "open";
  if (open === undefined || !isAwaited) throw new ServiceError("failed_precondition", OVER);
  return open;
}
