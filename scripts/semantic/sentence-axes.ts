import type { SentenceEncoder } from "../../src/semantic/model/encoder.ts";
import type { Tensor } from "../../src/semantic/model/tensors.ts";
import { principalAxes, type Rows } from "./linear-algebra.ts";
import type { WordNet } from "./word-net.ts";

const SENTENCES = 6_000;
const DIMENSIONS = 64;
const MIN_WORDS = 5;

/** Draws `count` definitions and examples from WordNet at even distances. */
export function plainSentences({ synsets }: WordNet, count: number): string[] {
  const all = [...synsets.values()].flatMap(({ gloss }) =>
    gloss.split(/; (?=")|"(?:; )?/).map((part) => part.replaceAll('"', "").trim()),
  );
  const whole = all.filter((sentence) => sentence.split(" ").length >= MIN_WORDS);
  return Array.from({ length: count }, (_, at) => whole[Math.floor((at * whole.length) / count)] ?? "");
}

/**
 * The principal axes of sentence vectors; the service projects a sentence onto them to store it in 64 bytes.
 */
export function sentenceAxes(encoder: SentenceEncoder, wordnet: WordNet): Tensor<Float32Array> {
  const vectors = plainSentences(wordnet, SENTENCES).flatMap((sentence) => {
    const vector = encoder.encode(sentence);
    return vector === null ? [] : [vector];
  });
  const width = vectors[0]?.length ?? 0;
  const rows: Rows = { values: new Float64Array(vectors.length * width), width };
  for (const [at, vector] of vectors.entries()) rows.values.set(vector, at * width);
  return { shape: [DIMENSIONS, width], values: Float32Array.from(principalAxes(rows, DIMENSIONS).values) };
}
