import { embedAll } from "./embed-all.ts";
import type { Embedder, TextPurpose } from "./embedder.ts";

/** Two groups of example texts. A text belongs to the group of its nearest example. */
export interface Examples {
  /** Key of the vectors in memory. */
  readonly name: string;
  readonly wanted: readonly string[];
  readonly others: readonly string[];
  readonly purpose: TextPurpose;
}

/** Time limits of a call for the texts, and for the examples. */
const [TEXTS_TIMEOUT_MS, EXAMPLES_TIMEOUT_MS] = [500, 5_000];
/** Vectors of the examples by embedder and name. Durable Objects share no promises, so the map holds values. */
const vectorsByName = new Map<string, readonly Int8Array[]>();

/**
 * For each text, the cosine with the nearest wanted example minus the cosine with the nearest other example.
 * @throws EmbedderError
 */
export async function exampleMargins(
  embedder: Embedder,
  { name, wanted, others, purpose }: Examples,
  texts: readonly string[],
): Promise<number[]> {
  const key = `${embedder.name}\n${name}`;
  const examples =
    vectorsByName.get(key) ??
    (await embedAll(embedder, [...wanted, ...others], purpose, EXAMPLES_TIMEOUT_MS));
  vectorsByName.set(key, examples);
  const vectors = await embedAll(embedder, texts, purpose, TEXTS_TIMEOUT_MS);
  return vectors.map((vector) => {
    const cosines = examples.map((example) => cosine(vector, example));
    return Math.max(...cosines.slice(0, wanted.length)) - Math.max(...cosines.slice(wanted.length));
  });
}

export function cosine(one: Int8Array, other: Int8Array): number {
  let [dot, ones, others] = [0, 0, 0];
  for (const [at, a] of one.entries()) {
    const b = other[at] ?? 0;
    dot += a * b;
    ones += a * a;
    others += b * b;
  }
  return dot / (Math.sqrt(ones * others) || 1);
}
