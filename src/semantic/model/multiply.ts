/**
 * Multiplies `height` rows of i16 by `width` columns of i8. `height` is a multiple of 4, and `width` is a
 * multiple of 2. Arguments are byte offsets in the shared memory.
 */
export type Multiply = (
  rows: number,
  height: number,
  columns: number,
  width: number,
  depth: number,
  out: number,
) => void;

/** Maximum of a quantized row value, so that no sum of 1,536 products of i16 and i8 values overflows. */
export const ROW_MAX = 8191;
const PAGE_BYTES = 65_536;
const ALIGNMENT = 16;

/**
 * Memory for matrix products. kernel.wasm computes them; without the kernel, plain JavaScript computes the
 * same result.
 */
export class SharedMemory {
  readonly buffer: ArrayBuffer;
  readonly multiply: Multiply;
  #taken = 0;

  /**
   * @param bytes total number of bytes to allocate
   * @param kernel null selects plain JavaScript, about ten times slower
   */
  constructor(bytes: number, kernel: WebAssembly.Module | null) {
    if (kernel === null) {
      this.buffer = new ArrayBuffer(bytes);
      this.multiply = inJavaScript(this.buffer);
      return;
    }
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    this.buffer = memory.buffer;
    this.multiply = new WebAssembly.Instance(kernel, { memory: { shared: memory } }).exports[
      "multiply"
    ] as Multiply;
  }

  /** @returns the offset of zeroed bytes, which are never freed */
  allocate(bytes: number): number {
    const at = this.#taken;
    this.#taken += roundUp(bytes);
    if (this.#taken > this.buffer.byteLength) throw new Error("The shared memory is too small.");
    return at;
  }

  /** @returns the offset of the copy */
  copy(weights: Int8Array): number {
    const at = this.allocate(weights.length);
    new Int8Array(this.buffer).set(weights, at);
    return at;
  }
}

/** Rounds a size up to the alignment of `allocate`. */
export function roundUp(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

function inJavaScript(buffer: ArrayBuffer): Multiply {
  const [rowValues, columnValues, sums] = [
    new Int16Array(buffer),
    new Int8Array(buffer),
    new Int32Array(buffer),
  ];
  return (rows, height, columns, width, depth, out) => {
    let sum = out / 4;
    for (let row = rows / 2; row < rows / 2 + height * depth; row += depth) {
      for (let column = columns; column < columns + width * depth; column += depth) {
        let total = 0;
        for (let step = 0; step < depth; step += 1)
          total += (rowValues[row + step] ?? 0) * (columnValues[column + step] ?? 0);
        sums[sum] = total;
        sum += 1;
      }
    }
  };
}
