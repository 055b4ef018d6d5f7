import { EmbedderError } from "./embedder.ts";

const BYTE_MAX = 127;

/** Number of dimensions of a model's vectors, before and after truncation. */
export interface VectorShape {
  /** Number of dimensions that the model returns. */
  readonly dimensions: number;
  /** Number of leading dimensions to keep (Matryoshka models). */
  readonly kept: number;
}

/**
 * Validates the vectors of a provider, truncates them and scales them to one byte per dimension.
 * @param answered untrusted response
 * @throws EmbedderError `misfit`
 */
export function quantizeVectors(
  answered: readonly unknown[],
  texts: number,
  shape: VectorShape,
): Int8Array[] {
  if (answered.length !== texts) throw invalidVectors(`gave ${answered.length} vectors for ${texts} texts`);
  return answered.map((vector) => quantizeVector(vector, shape));
}

function quantizeVector(vector: unknown, { dimensions, kept }: VectorShape): Int8Array {
  if (!Array.isArray(vector)) throw invalidVectors("gave something else than vectors");
  if (vector.length !== dimensions)
    throw invalidVectors(`gave vectors of ${vector.length} dimensions instead of ${dimensions}`);
  let largest = 0;
  for (const value of vector as unknown[]) {
    if (typeof value !== "number" || !Number.isFinite(value))
      throw invalidVectors("gave vectors with parts that are no numbers");
    largest = Math.max(largest, Math.abs(value));
  }
  const parts = (vector as number[]).slice(0, kept);
  const most = kept < dimensions ? Math.max(...parts.map(Math.abs)) : largest;
  return Int8Array.from(parts, (part) => (most === 0 ? 0 : Math.round((part / most) * BYTE_MAX)));
}

export function invalidVectors(what: string): EmbedderError {
  return new EmbedderError("misfit", `The embedding model ${what}.`);
}
