import { hexOf, movePieces, type PieceSource } from "./pieces.ts";

/**
 * Bytes that must have this SHA-256. The last piece waits until all have arrived, and `read` throws on a
 * different hash.
 */
export function checkedPieces(source: PieceSource, sha256: string): PieceSource {
  const digest = new crypto.DigestStream("SHA-256");
  const hash = digest.getWriter();
  let held: Uint8Array | null = null;
  let isOver = false;
  const next = async (): Promise<Uint8Array | null> => {
    const piece = await source.read();
    if (piece !== null) await hash.write(piece);
    return piece;
  };
  return {
    read: async () => {
      if (isOver) return null;
      held ??= await next();
      const piece = held;
      held = await next();
      if (held !== null) return piece;
      isOver = true;
      await hash.close();
      if (hexOf(await digest.digest) !== sha256) throw new Error("the bytes are not those that were stored");
      return piece;
    },
    cancel: async (reason) => {
      isOver = true;
      await source.cancel(reason);
    },
  };
}

/** The bytes as a body of this length. It breaks off if the source fails. */
export function bodyOf(source: PieceSource, length: number): ReadableStream {
  const { readable, writable } = new FixedLengthStream(length);
  // The reader gets the failure from the stream.
  movePieces(source, writable).catch(() => undefined);
  return readable;
}
