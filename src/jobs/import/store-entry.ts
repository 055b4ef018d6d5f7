import { ImportRejected } from "../../domain/import.ts";
import type { PieceSource } from "../../storage/r2/pieces.ts";
import { haveOtherHash, putPieces } from "../../storage/r2/put-pieces.ts";
import { shown, type StoredEntry } from "../../storage/r2/stored-zip.ts";

interface PutMember {
  readonly contentType: string;
  /** Expected SHA-256 in hexadecimal; "" if unknown. */
  readonly sha256: string;
  /** Called for each piece of the bytes. */
  readonly look?: (piece: Uint8Array) => void;
}

/**
 * Stores the bytes of a ZIP entry, all or nothing.
 * @throws ImportRejected if the hash differs
 */
export async function storeEntry(
  bucket: R2Bucket,
  key: string,
  { name, size }: StoredEntry,
  source: PieceSource,
  { contentType, sha256, look }: PutMember,
): Promise<R2Object> {
  let fault: unknown = null;
  const read = async (): Promise<Uint8Array | null> => {
    const piece = await source.read();
    if (piece !== null) look?.(piece);
    return piece;
  };
  const pieces: PieceSource = {
    read: async () =>
      await read().catch((error: unknown) => {
        fault = error;
        throw error;
      }),
    cancel: async (reason) => await source.cancel(reason),
  };
  const options = { length: size, httpMetadata: { contentType }, ...(sha256 === "" ? {} : { sha256 }) };
  try {
    return await putPieces(bucket, key, pieces, options);
  } catch (cause) {
    // R2 may receive the stream's error first and throw its own error instead.
    if (fault !== null) throw fault;
    if (!haveOtherHash(cause)) throw cause;
    throw new ImportRejected(`${shown(name)} has another SHA-256 than its record says.`, { cause });
  }
}
