import { type Embedder, EmbedderError } from "../../models/embedder.ts";

/** The timeout may be long, because only the alarm waits for these calls. */
const TIMEOUT_MS = 30_000;
/** A rejected text is retried at half its length, down to 200 characters. */
const MIN_CHARS = 200;
const HARMLESS = "A short sentence.";

/**
 * Embeds any number of passages. If the model rejects a batch, bisection finds the rejected text, and that
 * text is retried at half its length. A text that still fails gets a zero vector. If the model also rejects a
 * harmless sentence, the model is at fault, and the function throws the error.
 * @throws EmbedderError
 */
export async function embedWithRetry(embedder: Embedder, texts: readonly string[]): Promise<Int8Array[]> {
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
    if (!(error instanceof EmbedderError) || error.kind !== "refused") throw error;
    await embedder.embed([HARMLESS], "passage", TIMEOUT_MS);
  }
  if (texts.length > 1) {
    const half = Math.ceil(texts.length / 2);
    return [
      ...(await embedSome(embedder, texts.slice(0, half))),
      ...(await embedSome(embedder, texts.slice(half))),
    ];
  }
  const [text = ""] = texts;
  if (text.length < MIN_CHARS) return [new Int8Array(embedder.dimensions)];
  return await embedSome(embedder, [text.slice(0, Math.ceil(text.length / 2)).toWellFormed()]);
}
