import type { Scratch } from "./scratch.ts";

const HEADS = 4;

/**
 * Multi-head self-attention with four heads.
 * @param parts `height` rows, each with queries, keys and values side by side
 * @returns `height` rows as wide as the values
 */
export function applyAttention(scratch: Scratch, parts: Float32Array, height: number): Float32Array {
  const stride = parts.length / height;
  const width = stride / 3;
  const size = width / HEADS;
  const output = scratch.floats("attended", height * width).fill(0);
  const shares = scratch.doubles("shares", height);
  for (let head = 0; head < width; head += size) {
    for (let row = 0; row < height; row += 1) {
      const query = row * stride + head;
      for (let other = 0; other < height; other += 1) {
        shares[other] = product(parts, query, other * stride + width + head, size) / Math.sqrt(size);
      }
      softmax(shares);
      const target = row * width + head;
      for (let other = 0; other < height; other += 1) {
        const [share, value] = [shares[other] ?? 0, other * stride + 2 * width + head];
        for (let at = 0; at < size; at += 1)
          output[target + at] = (output[target + at] ?? 0) + share * (parts[value + at] ?? 0);
      }
    }
  }
  return output;
}

function product(values: Float32Array, one: number, other: number, size: number): number {
  let sum = 0;
  for (let at = 0; at < size; at += 1) sum += (values[one + at] ?? 0) * (values[other + at] ?? 0);
  return sum;
}

function softmax(values: Float64Array): void {
  let [largest, total] = [-Infinity, 0];
  for (const value of values) largest = Math.max(largest, value);
  for (let at = 0; at < values.length; at += 1) total += values[at] = Math.exp((values[at] ?? 0) - largest);
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] ?? 0) / total;
}
