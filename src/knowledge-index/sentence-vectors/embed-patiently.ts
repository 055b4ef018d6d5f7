import { type Embedder, EmbedderFault } from "../../models/embedder.ts";

/** Nobody waits for it but the alarm. */
const TIMEOUT_MS = 30_000;
/** A text that is refused is tried once more at half its length, down to this. */
const MIN_CHARS = 200;
const HARMLESS = "A short sentence.";

/**
 * Vectors of passages, however many. What the model refuses is found by halves: a text that is too long for it is cut, one that it does not take
 * at all gets zeros, which mean nothing. Whether it is the text is asked with a harmless one: a model that refuses that too is out of order.
 * @throws EmbedderFault
 */
export async function embedPatiently(embedder: Embedder, texts: readonly string[]): Promise<Int8Array[]> {
  const vectors: Int8Array[] = [];
  for (let first = 0; first < texts.length; first += embedder.batch) {
    vectors.push(...(await embedSome(embedder, texts.slice(first, first + embedder.batch))));
  }
  return vectors;
}

async function embedSome(embedder: Embedder, texts: readonly string[]): Promise<readonly Int8Array[]> {
  try {
    return await embedder.embed(texts, "passage", TIMEOUT_MS);
  } catch (error) {
    if (!(error instanceof EmbedderFault) || error.kind !== "refused") throw error;
    await embedder.embed([HARMLESS], "passage", TIMEOUT_MS);
  }
  if (texts.length > 1) {
    const half = Math.ceil(texts.length / 2);
    return [...(await embedSome(embedder, texts.slice(0, half))), ...(await embedSome(embedder, texts.slice(half)))];
  }
  const [text = ""] = texts;
  if (text.length < MIN_CHARS) return [new Int8Array(embedder.dimensions)];
  return await embedSome(embedder, [text.slice(0, Math.ceil(text.length / 2)).toWellFormed()]);
}
