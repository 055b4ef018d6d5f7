import { VECTOR_BYTES } from "../protocol.ts";
import type { SentenceEncoder } from "./encoder.ts";
import type { Tensor } from "./tensors.ts";

const BYTE_MAX = 127;

/**
 * A sentence vector of 64 bytes: the components along the main axes, scaled to ±127. Zeros for a text without
 * tokens.
 */
export function sentenceVector(
  encoder: SentenceEncoder,
  axes: Tensor<Float32Array>,
  sentence: string,
): Int8Array {
  const vector = encoder.encode(sentence);
  if (vector === null) return new Int8Array(VECTOR_BYTES);
  const parts = Array.from({ length: VECTOR_BYTES }, (_, axis) => {
    const start = axis * vector.length;
    return vector.reduce((sum, value, at) => sum + value * (axes.values[start + at] ?? 0), 0);
  });
  const largest = Math.max(...parts.map(Math.abs)) || 1;
  return Int8Array.from(parts, (part) => Math.round((part / largest) * BYTE_MAX));
}
