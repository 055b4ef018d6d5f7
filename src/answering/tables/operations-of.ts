import type { Embedder, TextPurpose } from "../../models/embedder.ts";
import weights from "../../../weights/table-questions.json" with { type: "json" };

export type TableOperation =
  | "extreme"
  | "sum"
  | "count"
  | "filter"
  | "compare"
  | "average"
  | "lookup"
  | "other";
export type Comparison = "over" | "under" | "other";
/** A sentence vector of length 1. */
export type Vector = Float32Array;

export interface VectorSource {
  readonly embedder: Embedder;
  readonly timeoutMs: number;
}

const [meanQuestion, meanHeader] = matrixOf(weights.means);
const operation = { ...weights.operation, rows: matrixOf(weights.operation) };
const comparison = { ...weights.comparison, rows: matrixOf(weights.comparison) };
const column = scorerOf(weights.column);
const direction = scorerOf(weights.direction);

/** True if the weights were trained on vectors of this embedder. */
export const fitsEmbedder = ({ name }: Embedder): boolean => name === weights.embedder;

export async function vectorsOf(
  { embedder, timeoutMs }: VectorSource,
  texts: readonly string[],
  purpose: TextPurpose,
): Promise<Vector[]> {
  const vectors: Vector[] = [];
  for (let at = 0; at < texts.length; at += embedder.batch)
    for (const bytes of await embedder.embed(texts.slice(at, at + embedder.batch), purpose, timeoutMs))
      vectors.push(Float32Array.from(bytes, (each) => each / (Math.hypot(...bytes) || 1)));
  return vectors;
}

/** Probabilities of the operations that the question may ask for. */
export const operationsOf = (question: Vector) =>
  classify(operation, question) as Record<TableOperation, number>;

/** Probabilities that the words around a number ask for larger or smaller values. */
export const comparisonsOf = (words: Vector) => classify(comparison, words) as Record<Comparison, number>;

/** Log-odds that the question asks for the column with this header. */
export const columnScore = (question: Vector, header: Vector): number => score(column, question, header);

/** Log-odds that a question for an extreme of the column asks for the highest value, not the lowest. */
export const directionScore = (question: Vector, header: Vector): number =>
  score(direction, question, header);

export const dot = (one: Vector | undefined, other: Vector): number =>
  one?.reduce((sum, each, at) => sum + each * (other[at] ?? 0), 0) ?? 0;

interface Rows {
  readonly scales: readonly number[];
  readonly weights: string;
}

type Scorer = ReturnType<typeof scorerOf>;

function scorerOf({ linear, question, header, ...rest }: typeof weights.column) {
  return { ...rest, linear: matrixOf(linear)[0], question: matrixOf(question), header: matrixOf(header) };
}

function matrixOf({ scales, weights: encoded }: Rows): Vector[] {
  const bytes = Int8Array.from(atob(encoded), (each) => each.charCodeAt(0));
  const width = bytes.length / scales.length;
  return scales.map((scale, at) =>
    Float32Array.from(bytes.subarray(at * width, (at + 1) * width), (each) => each * scale),
  );
}

type Classifier = typeof operation;

function classify({ labels, bias, rows }: Classifier, vector: Vector): Record<string, number> {
  const odds = rows.map((row, at) => Math.exp(dot(row, vector) + (bias[at] ?? 0)));
  const sum = odds.reduce((total, each) => total + each);
  return Object.fromEntries(labels.map((label, at) => [label, (odds[at] ?? 0) / sum]));
}

function score({ cosine, bias, linear, question, header }: Scorer, asked: Vector, named: Vector): number {
  const q = asked.map((each, at) => each - (meanQuestion?.[at] ?? 0));
  const h = named.map((each, at) => each - (meanHeader?.[at] ?? 0));
  const pairs = question.reduce((sum, row, at) => sum + dot(row, q) * dot(header[at], h), 0);
  return cosine * dot(q, h) + dot(linear, q) + pairs + bias;
}
