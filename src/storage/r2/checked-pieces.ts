import { hexOf, movePieces, type PieceSource } from "./pieces.ts";

/**
 * Bytes whose SHA-256 must equal the given hash. The source returns the last piece only after the check.
 * `read` throws if the hash differs.
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

/** The bytes as a body of this length. If the source fails, the body fails with the same error. */
export function bodyOf(source: PieceSource, length: number): ReadableStream {
  const { readable, writable } = new FixedLengthStream(length);
  // The reader of the stream receives the error, so this handler ignores it.
  movePieces(source, writable).catch(() => undefined);
  return readable;
}
