import { unitVector } from "./cosine-similarities.ts";

/** The sum of the vectors of a set, each scaled to length 1. */
export interface VectorSum {
  readonly sum: Float32Array;
  readonly count: number;
}

/**
 * The share of the mean that a question loses. Vectors of a set have much in common, and short or general
 * sentences have most of it: without this, they are similar to every question. Measured on questions that
 * avoid the words of the text: acc@1 .51 without, .64 with .3, .60 with 1.
 */
const MEAN_SHARE = 0.3;
/** The mean of a few vectors describes their subject, so it counts less. */
const PRIOR_VECTORS = 100;

export function emptySum(dimensions: number): VectorSum {
  return { sum: new Float32Array(dimensions), count: 0 };
}

/** @param vectors concatenated; zero vectors do not count */
export function addToSum({ sum, count }: VectorSum, vectors: Int8Array): VectorSum {
  const added = Float32Array.from(sum);
  let more = 0;
  for (let first = 0; first < vectors.length; first += sum.length) {
    const unit = unitVector(vectors.subarray(first, first + sum.length));
    let isZero = true;
    for (let at = 0; at < added.length; at += 1) {
      const value = unit[at] as number;
      added[at] = (added[at] as number) + value;
      isZero &&= value === 0;
    }
    if (!isZero) more += 1;
  }
  return { sum: added, count: count + more };
}

/** The question's direction of length 1, less a share of the mean of all vectors. */
export function questionDirection(question: Int8Array, { sum, count }: VectorSum): Float32Array {
  const share = count === 0 ? 0 : MEAN_SHARE / (count + PRIOR_VECTORS);
  return unitVector(question).map((value, at) => value - share * (sum[at] ?? 0));
}

/** The mean as a vector of the set's precision, to subtract before a vector becomes a binary code. */
export function meanOf({ sum, count }: VectorSum): Float32Array {
  return sum.map((value) => (count === 0 ? 0 : value / count));
}
