import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { bodyOf, checkedPieces } from "../../storage/r2/checked-pieces.ts";
import { joined, PIECE_BYTES, piecesOfBody } from "../../storage/r2/pieces.ts";
import type { Context } from "../context/context.ts";
import { findText } from "./internal/find-text.ts";

const UNREADABLE = "The service cannot read the text at the moment.";

export interface AssetText {
  readonly version: string;
  /** Size in bytes. */
  readonly size: number;
  /** Null if the caller already has this version. */
  readonly text: ReadableStream | null;
}

/**
 * Returns the extracted text of an asset in UTF-8: the current version, or a version that a citation names.
 * @param input.isKnown returns true if the caller already has this version
 * @throws ServiceError `failed_precondition` before the first text, `not_found` for an unknown version
 */
export async function getAssetText(
  ctx: Context,
  input: { assetId: Id<"asset">; version: string | null; isKnown: (version: string) => boolean },
): Promise<AssetText> {
  const found = await findText(ctx, input.assetId, input.version);
  if (input.isKnown(found.version)) return { version: found.version, size: 0, text: null };
  const object = await ctx.platform.bucket.get(found.textKey);
  if (object === null) throw new ServiceError("unavailable", UNREADABLE);
  const { size } = object;
  return { version: found.version, size, text: await soundBody(object, found.version) };
}

/**
 * Returns the stored text and detects bytes that the disk lost. A short text is verified before it is sent. A
 * longer text ends with an error before its end.
 */
async function soundBody({ body, size }: R2ObjectBody, version: string): Promise<ReadableStream> {
  const pieces = checkedPieces(piecesOfBody(body), version);
  if (size > PIECE_BYTES) return bodyOf(pieces, size);
  const bytes = await joined(pieces, size).catch((cause: unknown) => {
    throw new ServiceError("unavailable", UNREADABLE, { cause });
  });
  return new Response(bytes).body!;
}
