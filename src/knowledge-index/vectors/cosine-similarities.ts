/**
 * The dot products of a direction with vectors of length 1.
 * @param vectors concatenated, each as long as `direction`, of any length
 * @returns one number for each vector; 0 for a zero vector
 */
export function dotProducts(direction: Float32Array, vectors: Int8Array): Float32Array {
  const dimensions = direction.length;
  const result = new Float32Array(Math.floor(vectors.length / dimensions));
  for (let row = 0, start = 0; row < result.length; row += 1, start += dimensions) {
    let [along, squares] = [0, 0];
    for (let at = 0; at < dimensions; at += 1) {
      const value = vectors[start + at] as number;
      along += value * (direction[at] as number);
      squares += value * value;
    }
    result[row] = squares === 0 ? 0 : along / Math.sqrt(squares);
  }
  return result;
}

/** Cosine similarities of one vector with many vectors. Parameters as in `dotProducts`. */
export function cosineSimilarities(vector: Int8Array, vectors: Int8Array): Float32Array {
  return dotProducts(unitVector(vector), vectors);
}

/** The vector scaled to length 1; the zero vector stays. */
export function unitVector(vector: Int8Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares) || 1;
  return Float32Array.from(vector, (value) => value / length);
}
