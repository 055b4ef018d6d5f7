import type { Embedder } from "./embedder.ts";

/** Number of vectors in memory, 384 bytes each with the built-in model. */
const MAX_VECTORS = 2_000;
/** Longer questions are rarely repeated. */
const MAX_CHARS = 400;

/** The vectors of recent questions and column names in this isolate, the oldest first. */
const recent = new Map<string, Int8Array>();

/**
 * Returns an embedder that looks questions up before it embeds them. The room and the index embed the same
 * question, and each question about a table embeds the same column names.
 * @param owner keeps the questions of organizations apart, so that response times reveal nothing
 */
export function withQuestionVectors(embedder: Embedder, owner: string): Embedder {
  return {
    ...embedder,
    embed: async (texts, purpose, timeoutMs) => {
      if (purpose !== "question") return await embedder.embed(texts, purpose, timeoutMs);
      const keys = texts.map((text) => JSON.stringify([embedder.name, owner, text]));
      const found = keys.map((key) => recent.get(key));
      const missing = texts.filter((_, at) => found[at] === undefined);
      const added = missing.length === 0 ? [] : await embedder.embed(missing, purpose, timeoutMs);
      let next = 0;
      return texts.map((text, at) => {
        const vector = found[at] ?? (added[next++] as Int8Array);
        if (text.length <= MAX_CHARS) keep(keys[at] as string, vector);
        return vector;
      });
    },
  };
}

function keep(key: string, vector: Int8Array): void {
  recent.delete(key);
  recent.set(key, vector);
  const oldest = recent.size > MAX_VECTORS ? recent.keys().next().value : undefined;
  if (oldest !== undefined) recent.delete(oldest);
}
