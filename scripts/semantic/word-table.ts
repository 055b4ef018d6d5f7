import { normalizeText } from "../../src/text/terms.ts";
import type { Tensor } from "../../src/semantic/model/tensors.ts";
import {
  addScaled,
  dot,
  principalAxes,
  meanOf,
  normalizeRows,
  rowCount,
  rowOf,
  type Rows,
} from "./linear-algebra.ts";

const WORDS = 60_000;
const DIMENSIONS = 64;
const COMMON_AXES = 3;
const ROUNDS = 8;
const INT8_MAX = 127;

/** The package's format: words in order of frequency; each vector has two further values after it. */
export interface PackedVectors {
  readonly dimensions: number;
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

export interface WordVectors {
  readonly words: readonly string[];
  readonly rows: Rows;
}

/** The most frequent words in the service's normalized spelling. */
export function frequentWords({ dimensions, words, vectors }: PackedVectors): WordVectors {
  const chosen = new Map<string, readonly number[]>();
  for (const spelt of words) {
    const word = normalizeText(spelt);
    if (/^[a-z]+$/.test(word) && !chosen.has(word))
      chosen.set(word, (vectors[spelt] ?? []).slice(0, dimensions));
    if (chosen.size === WORDS) break;
  }
  return {
    words: [...chosen.keys()],
    rows: { values: Float64Array.from([...chosen.values()].flat()), width: dimensions },
  };
}

/**
 * Removes the components that all words share (J. Mu and P. Viswanath, "All-but-the-top", 2018) and scales
 * the rest to length one.
 */
export function removeCommon(rows: Rows): void {
  const mean = meanOf(rows);
  for (let row = 0; row < rowCount(rows); row += 1) addScaled(rowOf(rows, row), mean, -1);
  const axes = principalAxes(rows, COMMON_AXES);
  for (let row = 0; row < rowCount(rows); row += 1) {
    const vector = rowOf(rows, row);
    const parts = Array.from({ length: COMMON_AXES }, (_, axis) => dot(vector, rowOf(axes, axis)));
    for (const [axis, part] of parts.entries()) addScaled(vector, rowOf(axes, axis), -part);
  }
  normalizeRows(rows);
}

/**
 * Moves related words together (M. Faruqui and others, "Retrofitting word vectors to semantic lexicons",
 * 2015).
 */
export function retrofit(rows: Rows, related: readonly ReadonlyMap<number, number>[]): void {
  const before: Rows = { values: rows.values.slice(), width: rows.width };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [row, others] of related.entries()) {
      if (others.size === 0) continue;
      const total = [...others.values()].reduce((sum, weight) => sum + weight, 0);
      const drawn = rowOf(before, row).map((value) => value / 2);
      for (const [other, weight] of others) addScaled(drawn, rowOf(rows, other), weight / total / 2);
      rowOf(rows, row).set(drawn);
    }
  }
  normalizeRows(rows);
}

/**
 * Quantizes each value to one byte. Rows are normalized by their own length when read, so no scale is stored.
 */
export function packWordTable(rows: Rows): Tensor<Int8Array> {
  const axes = principalAxes(rows, DIMENSIONS);
  const values = new Int8Array(rowCount(rows) * DIMENSIONS);
  for (let row = 0; row < rowCount(rows); row += 1) {
    const short = Array.from({ length: DIMENSIONS }, (_, axis) => dot(rowOf(rows, row), rowOf(axes, axis)));
    const largest = Math.max(...short.map(Math.abs)) || 1;
    for (const [at, value] of short.entries())
      values[row * DIMENSIONS + at] = Math.round((value / largest) * INT8_MAX);
  }
  return { shape: [rowCount(rows), DIMENSIONS], values };
}
