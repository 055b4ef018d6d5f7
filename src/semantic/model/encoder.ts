import { applyDense, type MatrixBuffers, type Dense, loadDense } from "./dense.ts";
import { roundUp, SharedMemory } from "./multiply.ts";
import { SubwordTokenizer } from "./subword-tokenizer.ts";
import { Scratch } from "./scratch.ts";
import type { Tensors } from "./tensors.ts";
import { applyLayer, type Layer, loadLayer } from "./transformer-layer.ts";

/** Maximum number of tokens that the encoder reads, about 100 words. */
const MAX_PIECES = 128;
const WIDEST = 1_536;
const BENCH_BYTES = roundUp(MAX_PIECES * WIDEST * 2) + roundUp(MAX_PIECES * WIDEST * 4);

/**
 * The Universal Sentence Encoder Lite (D. Cer and others, 2018) with 8-bit weights. It maps a sentence to a
 * unit vector; similar sentences get similar vectors. English only.
 */
export class SentenceEncoder {
  readonly #pieces: SubwordTokenizer;
  readonly #bench: MatrixBuffers;
  readonly #embeddings: Int8Array;
  readonly #embeddingScales: Float32Array;
  readonly #frequencies: Float32Array;
  readonly #layers: readonly Layer[];
  readonly #last: Dense;

  /** @param kernel null selects plain JavaScript, about ten times slower */
  constructor(tensors: Tensors, vocabulary: string, kernel: WebAssembly.Module | null) {
    const embeddings = tensors.bytes("embeddings").values;
    const memory = new SharedMemory(tensors.byteCount() - embeddings.length + BENCH_BYTES, kernel);
    this.#pieces = new SubwordTokenizer(vocabulary);
    this.#embeddings = embeddings;
    this.#embeddingScales = tensors.floats("embeddings.scales").values;
    this.#frequencies = tensors.floats("frequencies").values;
    this.#layers = [loadLayer(memory, tensors, "layer0", true), loadLayer(memory, tensors, "layer1", false)];
    this.#last = loadDense(memory, tensors, "last");
    const rows = new Int16Array(memory.buffer, memory.allocate(MAX_PIECES * WIDEST * 2), MAX_PIECES * WIDEST);
    const sums = new Int32Array(memory.buffer, memory.allocate(MAX_PIECES * WIDEST * 4), MAX_PIECES * WIDEST);
    this.#bench = { memory, rows, sums, scratch: new Scratch() };
  }

  /** A vector of 512 values; null for a text without tokens. */
  encode(sentence: string): Float32Array | null {
    const pieces = this.#pieces.tokenize(sentence).slice(0, MAX_PIECES);
    if (pieces.length === 0) return null;
    let rows = this.#input(pieces);
    for (const layer of this.#layers) rows = applyLayer(this.#bench, layer, rows, pieces.length);
    const mean = meanOf(this.#bench.scratch, rows, pieces.length);
    const vector = applyDense(this.#bench, this.#last, mean, 1, "vector");
    for (let at = 0; at < vector.length; at += 1) vector[at] = Math.tanh(vector[at] ?? 0);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  }

  /** Token embeddings, doubled, plus sinusoidal position encodings. */
  #input(pieces: readonly number[]): Float32Array {
    const half = this.#frequencies.length;
    const rows = this.#bench.scratch.floats("input", pieces.length * half * 2);
    for (const [place, piece] of pieces.entries()) {
      const scale = 2 * (this.#embeddingScales[piece] ?? 0);
      const [row, embedding] = [place * half * 2, piece * half * 2];
      for (let at = 0; at < half; at += 1) {
        const angle = place * (this.#frequencies[at] ?? 0);
        rows[row + at] = (this.#embeddings[embedding + at] ?? 0) * scale + Math.sin(angle);
        rows[row + half + at] = (this.#embeddings[embedding + half + at] ?? 0) * scale + Math.cos(angle);
      }
    }
    return rows;
  }
}

function meanOf(scratch: Scratch, rows: Float32Array, height: number): Float32Array {
  const width = rows.length / height;
  const mean = scratch.floats("mean", width).fill(0);
  for (let at = 0; at < rows.length; at += 1)
    mean[at % width] = (mean[at % width] ?? 0) + (rows[at] ?? 0) / height;
  return mean;
}
