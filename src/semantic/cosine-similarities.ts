/**
 * Cosine similarity of one vector with many vectors.
 * @param vectors concatenated, each as long as `vector`
 * @returns one number for each vector; 0 for a zero vector
 */
export function cosineSimilarities(vector: Int8Array, vectors: Int8Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  const result = new Float32Array(Math.floor(vectors.length / vector.length));
  for (let row = 0; row < result.length; row += 1) {
    const start = row * vector.length;
    let [along, squares] = [0, 0];
    for (let at = 0; at < vector.length; at += 1) {
      const value = vectors[start + at] as number;
      along += value * (vector[at] as number);
      squares += value * value;
    }
    result[row] = squares === 0 ? 0 : along / length / Math.sqrt(squares);
  }
  return result;
}
