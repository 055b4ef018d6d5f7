import type { Embedder, TextPurpose } from "./embedder.ts";

/**
 * Embeds any number of texts, one batch after the other.
 * @throws EmbedderError
 */
export async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  purpose: TextPurpose,
  timeoutMs: number,
): Promise<Int8Array[]> {
  const vectors: Int8Array[] = [];
  for (let at = 0; at < texts.length; at += embedder.batch)
    vectors.push(...(await embedder.embed(texts.slice(at, at + embedder.batch), purpose, timeoutMs)));
  return vectors;
}
