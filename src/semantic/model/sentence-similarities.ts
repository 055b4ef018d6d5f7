import { normalizedWords } from "../../text/normalized-words.ts";
import { isStopWord } from "../../text/terms.ts";
import type { WordTable } from "./word-table.ts";

/**
 * Frequent words get less weight (S. Arora and others, "A simple but tough-to-beat baseline for sentence
 * embeddings", 2017).
 */
const SMOOTHING = 1e-3;

/** The estimated frequency of the word at a rank (Zipf-Mandelbrot law). */
function frequencyOf(rank: number): number {
  return 1 / (12.8 * (rank + 2.7));
}

/** The word-vector cosine of each sentence with the question. */
export function sentenceSimilarities(
  table: WordTable,
  question: string,
  sentences: readonly string[],
): Float32Array {
  const read = textVectorReader(table);
  const asked = read(question).slice();
  return Float32Array.from(sentences, (sentence) => dot(read(sentence), asked));
}

/**
 * Returns a function that computes a text's vector: the weighted mean vector of its content words, of length
 * 1. The vector is zero if the table contains none of the words. Sentences of one comparison share most
 * words, so the function caches word vectors.
 * @returns a function whose result is a buffer that the next call overwrites
 */
function textVectorReader(table: WordTable): (text: string) => Float32Array {
  const known = new Map<string, Float32Array | null>();
  const sum = new Float32Array(table.width);
  const vectorOf = (word: string): Float32Array | null => {
    const rank = isStopWord(word) ? -1 : table.rank(word);
    if (rank < 0) return null;
    const vector = new Float32Array(table.width);
    table.addTo(vector, rank, SMOOTHING / (SMOOTHING + frequencyOf(rank)));
    return vector;
  };
  return (text) => {
    sum.fill(0);
    for (const word of normalizedWords(text)) {
      let vector = known.get(word);
      if (vector === undefined) known.set(word, (vector = vectorOf(word)));
      if (vector !== null) for (let at = 0; at < sum.length; at += 1) sum[at]! += vector[at]!;
    }
    const length = Math.sqrt(dot(sum, sum)) || 1;
    for (let at = 0; at < sum.length; at += 1) sum[at]! /= length;
    return sum;
  };
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!;
  return sum;
}
