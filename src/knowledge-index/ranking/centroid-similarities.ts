import { type Vocabulary, buildVocabulary } from "./vocabulary.ts";

/**
 * Cosine similarity of each text to the mean of the texts at `best`, 0 to 1. The vectors contain the tf·idf
 * of words, with idf computed from these texts alone.
 */
export function centroidSimilarities(texts: readonly string[], best: readonly number[]): number[] {
  const numbered = buildVocabulary(texts);
  const weights = unitWeights(numbered);
  const centroid = new Float64Array(numbered.holding.length);
  const inCentroid: number[] = [];
  for (const at of best) {
    numbered.texts[at]?.words.forEach((word, i) => {
      if (centroid[word] === 0) inCentroid.push(word);
      centroid[word]! += weights[at]?.[i] ?? 0;
    });
  }
  const length = Math.hypot(...inCentroid.map((word) => centroid[word] ?? 0)) || 1;
  return numbered.texts.map(({ words }, at) => {
    const own = weights[at];
    let dot = 0;
    for (let i = 0; i < words.length; i += 1) dot += (own?.[i] ?? 0) * (centroid[words[i] ?? 0] ?? 0);
    return dot / length;
  });
}

/** The word weights of each text as a unit vector. */
function unitWeights({ texts, holding }: Vocabulary): Float64Array[] {
  const idf = holding.map((n) => Math.log((texts.length + 1) / n));
  return texts.map(({ words, counts }) => {
    const weights = new Float64Array(words.length);
    let squares = 0;
    for (let i = 0; i < words.length; i += 1) {
      const weight = (1 + Math.log(counts[i] ?? 1)) * (idf[words[i] ?? 0] ?? 0);
      weights[i] = weight;
      squares += weight * weight;
    }
    const length = Math.sqrt(squares) || 1;
    for (let i = 0; i < words.length; i += 1) weights[i]! /= length;
    return weights;
  });
}
