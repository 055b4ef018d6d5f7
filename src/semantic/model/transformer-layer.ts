import { applyAttention } from "./apply-attention.ts";
import { applyDense, type MatrixBuffers, type Dense, loadDense } from "./dense.ts";
import type { SharedMemory } from "./multiply.ts";
import type { Scratch } from "./scratch.ts";
import type { Tensors } from "./tensors.ts";

interface Norm {
  readonly scale: Float32Array;
  readonly bias: Float32Array;
}

/**
 * A transformer layer (A. Vaswani and others, "Attention is all you need", 2017) with pre-layer
 * normalization.
 */
export interface Layer {
  readonly beforeAttention: Norm;
  /** Queries, keys and values side by side. */
  readonly heads: Dense;
  readonly joined: Dense;
  /** Projects the residual input if its width differs from the output's width; else null. */
  readonly widened: Dense | null;
  readonly beforeForward: Norm;
  readonly forward: Dense;
  readonly back: Dense;
}

const EPSILON = 1e-6;

export function loadLayer(memory: SharedMemory, tensors: Tensors, name: string, widens: boolean): Layer {
  const norm = (part: string): Norm => ({
    scale: tensors.floats(`${name}.${part}.scale`).values,
    bias: tensors.floats(`${name}.${part}.bias`).values,
  });
  const dense = (part: string): Dense => loadDense(memory, tensors, `${name}.${part}`);
  return {
    beforeAttention: norm("beforeAttention"),
    heads: dense("heads"),
    joined: dense("joined"),
    widened: widens ? dense("widened") : null,
    beforeForward: norm("beforeForward"),
    forward: dense("forward"),
    back: dense("back"),
  };
}

/**
 * @param input `height` rows
 * @returns a scratch array that the next layer overwrites
 */
export function applyLayer(
  bench: MatrixBuffers,
  layer: Layer,
  input: Float32Array,
  height: number,
): Float32Array {
  const { scratch } = bench;
  const heads = applyDense(
    bench,
    layer.heads,
    normalised(scratch, input, layer.beforeAttention),
    height,
    "heads",
  );
  const joined = applyDense(bench, layer.joined, applyAttention(scratch, heads, height), height, "joined");
  add(joined, layer.widened === null ? input : applyDense(bench, layer.widened, input, height, "widened"));
  const forward = applyDense(
    bench,
    layer.forward,
    normalised(scratch, joined, layer.beforeForward),
    height,
    "forward",
  );
  for (let at = 0; at < forward.length; at += 1) forward[at] = Math.max(0, forward[at] ?? 0);
  const back = applyDense(bench, layer.back, forward, height, "back");
  add(back, joined);
  return back;
}

function normalised(scratch: Scratch, input: Float32Array, { scale, bias }: Norm): Float32Array {
  const width = scale.length;
  const output = scratch.floats("normalised", input.length);
  for (let start = 0; start < input.length; start += width) {
    let [mean, variance] = [0, 0];
    for (let at = 0; at < width; at += 1) mean += (input[start + at] ?? 0) / width;
    for (let at = 0; at < width; at += 1) variance += ((input[start + at] ?? 0) - mean) ** 2 / width;
    const factor = 1 / Math.sqrt(variance + EPSILON);
    for (let at = 0; at < width; at += 1)
      output[start + at] = ((input[start + at] ?? 0) - mean) * factor * (scale[at] ?? 0) + (bias[at] ?? 0);
  }
  return output;
}

function add(target: Float32Array, other: Float32Array): void {
  for (let at = 0; at < target.length; at += 1) target[at] = (target[at] ?? 0) + (other[at] ?? 0);
}
