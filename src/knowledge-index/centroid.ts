interface Sparse {
  readonly words: readonly number[];
  readonly weights: readonly number[];
}

/** The cosine between each text and the mean of the texts at `best`, as tf·idf vectors of their words with idf of these texts alone: 0..1. */
export function centroidSimilarities(texts: readonly string[], best: readonly number[]): number[] {
  const vectors = tfIdfVectors(texts);
  const centroid = new Map<number, number>();
  for (const at of best) {
    vectors[at]?.words.forEach((word, i) => centroid.set(word, (centroid.get(word) ?? 0) + (vectors[at]?.weights[i] ?? 0)));
  }
  const length = Math.hypot(...centroid.values()) || 1;
  return vectors.map(
    ({ words, weights }) => words.reduce((dot, word, i) => dot + (weights[i] ?? 0) * (centroid.get(word) ?? 0), 0) / length,
  );
}

/** Unit vectors. */
function tfIdfVectors(texts: readonly string[]): Sparse[] {
  const numbers = new Map<string, number>();
  const holding: number[] = [];
  const counts = texts.map((text) => {
    const count = new Map<number, number>();
    for (const word of text.split(" ")) {
      let number = numbers.get(word);
      if (number === undefined) numbers.set(word, (number = holding.push(0) - 1));
      const before = count.get(number) ?? 0;
      if (before === 0) holding[number]! += 1;
      count.set(number, before + 1);
    }
    return count;
  });
  const idf = holding.map((n) => Math.log((texts.length + 1) / n));
  return counts.map((count) => {
    const words = [...count.keys()];
    const raw = words.map((word) => (1 + Math.log(count.get(word) ?? 1)) * (idf[word] ?? 0));
    const length = Math.sqrt(raw.reduce((sum, weight) => sum + weight * weight, 0)) || 1;
    return { words, weights: raw.map((weight) => weight / length) };
  });
}
