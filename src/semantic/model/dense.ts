import { ROW_MAX, type SharedMemory } from "./multiply.ts";
import type { Scratch } from "./scratch.ts";
import type { Tensors } from "./tensors.ts";

/** A dense layer with i8 weights, a scale for each column, and a bias. */
export interface Dense {
  readonly columns: number;
  readonly width: number;
  readonly depth: number;
  readonly scales: Float32Array;
  readonly bias: Float32Array;
}

/** The shared buffers of all matrix products, which run one after another. */
export interface MatrixBuffers {
  readonly memory: SharedMemory;
  readonly rows: Int16Array;
  readonly sums: Int32Array;
  readonly scratch: Scratch;
}

export function loadDense(memory: SharedMemory, tensors: Tensors, name: string): Dense {
  const { shape, values } = tensors.bytes(name);
  const [width = 0, depth = 0] = shape;
  const scales = tensors.floats(`${name}.scales`).values;
  return { columns: memory.copy(values), width, depth, scales, bias: tensors.floats(`${name}.bias`).values };
}

/**
 * Computes `input` times the weights, plus the bias.
 * @param input `height` rows of `depth` values
 * @param name name of the scratch array for the result
 */
export function applyDense(
  { memory, rows, sums, scratch }: MatrixBuffers,
  dense: Dense,
  input: Float32Array,
  height: number,
  name: string,
): Float32Array {
  const { width, depth } = dense;
  const padded = Math.ceil(height / 4) * 4;
  const scales = scratch.floats("scales", height);
  roundRows(rows, scales, input, height, depth);
  rows.fill(0, height * depth, padded * depth);
  memory.multiply(rows.byteOffset, padded, dense.columns, width, depth, sums.byteOffset);
  const output = scratch.floats(name, height * width);
  for (let row = 0, at = 0; row < height; row += 1) {
    const scale = scales[row] ?? 0;
    for (let column = 0; column < width; column += 1, at += 1) {
      output[at] = (sums[at] ?? 0) * scale * (dense.scales[column] ?? 0) + (dense.bias[column] ?? 0);
    }
  }
  return output;
}

/** Quantizes each row to i16 with its own scale. */
function roundRows(
  target: Int16Array,
  scales: Float32Array,
  input: Float32Array,
  height: number,
  depth: number,
): void {
  for (let row = 0; row < height; row += 1) {
    const [start, end] = [row * depth, (row + 1) * depth];
    let largest = 0;
    for (let at = start; at < end; at += 1) largest = Math.max(largest, Math.abs(input[at] ?? 0));
    const factor = largest === 0 ? 0 : ROW_MAX / largest;
    for (let at = start; at < end; at += 1) target[at] = Math.round((input[at] ?? 0) * factor);
    scales[row] = largest / ROW_MAX;
  }
}
