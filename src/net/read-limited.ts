/**
 * Reads a body up to a limit and cancels the rest.
 * @returns at most `limit` bytes, and whether the body has more
 * @throws the signal's reason if aborted
 */
export async function readLimited(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  signal?: AbortSignal,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isCut: boolean }> {
  if (body === null) return { bytes: new Uint8Array(), isCut: false };
  const reader = body.getReader();
  const giveUp = (): void => void reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener("abort", giveUp, { once: true });
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      pieces.push(part.value);
      length += part.value.length;
      if (length > limit) break;
    }
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener("abort", giveUp);
    if (length > limit) giveUp();
  }
  return { bytes: joined(pieces, Math.min(length, limit)), isCut: length > limit };
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece.subarray(0, length - at), at);
    at += Math.min(piece.length, length - at);
  }
  return bytes;
}
