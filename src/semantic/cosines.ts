import { VECTOR_BYTES } from "./protocol.ts";

/**
 * The cosine of one vector with each of many.
 * @param vectors one after the other, as they are stored
 * @returns one number a vector; 0 for zeros
 */
export function cosines(vector: Int8Array, vectors: Int8Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  const result = new Float32Array(Math.floor(vectors.length / VECTOR_BYTES));
  for (let row = 0; row < result.length; row += 1) {
    const start = row * VECTOR_BYTES;
    let [along, squares] = [0, 0];
    for (let at = 0; at < VECTOR_BYTES; at += 1) {
      const value = vectors[start + at] ?? 0;
      along += value * (vector[at] ?? 0);
      squares += value * value;
    }
    result[row] = squares === 0 ? 0 : along / length / Math.sqrt(squares);
  }
  return result;
}
