import { ROW_MAX, type SharedMemory } from "./multiply.ts";
import type { Tensors } from "./tensors.ts";

/** One matrix of weights as i8 with a scale per column, and its bias. */
export interface Dense {
  readonly columns: number;
  readonly width: number;
  readonly depth: number;
  readonly scales: Float32Array;
  readonly bias: Float32Array;
}

/** Where the rows to multiply and their sums stand: one place for all matrices, since they are used one after the other. */
export interface Bench {
  readonly memory: SharedMemory;
  readonly rows: number;
  readonly sums: number;
}

export function loadDense(memory: SharedMemory, tensors: Tensors, name: string): Dense {
  const { shape, values } = tensors.bytes(name);
  const [width = 0, depth = 0] = shape;
  const scales = tensors.floats(`${name}.scales`).values;
  return { columns: memory.keep(values), width, depth, scales, bias: tensors.floats(`${name}.bias`).values };
}

/** `input` times the weights, plus the bias. @param input `height` rows of `depth` values */
export function applyDense({ memory, rows, sums }: Bench, dense: Dense, input: Float32Array, height: number): Float32Array {
  const { width, depth } = dense;
  const padded = Math.ceil(height / 4) * 4;
  const scales = roundRows(new Int16Array(memory.buffer, rows, padded * depth), input, height, depth);
  memory.multiply(rows, padded, dense.columns, width, depth, sums);
  const totals = new Int32Array(memory.buffer, sums, height * width);
  const output = new Float32Array(height * width);
  for (let row = 0, at = 0; row < height; row += 1) {
    const scale = scales[row] ?? 0;
    for (let column = 0; column < width; column += 1, at += 1) {
      output[at] = (totals[at] ?? 0) * scale * (dense.scales[column] ?? 0) + (dense.bias[column] ?? 0);
    }
  }
  return output;
}

/** Writes each row as whole numbers of its own scale; what is left of the rows is zeros. @returns the scales */
function roundRows(target: Int16Array, input: Float32Array, height: number, depth: number): Float32Array {
  const scales = new Float32Array(height);
  for (let row = 0; row < height; row += 1) {
    const [start, end] = [row * depth, (row + 1) * depth];
    let largest = 0;
    for (let at = start; at < end; at += 1) largest = Math.max(largest, Math.abs(input[at] ?? 0));
    const factor = largest === 0 ? 0 : ROW_MAX / largest;
    for (let at = start; at < end; at += 1) target[at] = Math.round((input[at] ?? 0) * factor);
    scales[row] = largest / ROW_MAX;
  }
  target.fill(0, height * depth);
  return scales;
}
