import type { Embedder, TextPurpose } from "../../models/embedder.ts";
import weights from "../../../weights/table-questions.json" with { type: "json" };

export const OPERATIONS = [
  "extreme",
  "sum",
  "count",
  "filter",
  "compare",
  "average",
  "lookup",
  "other",
] as const;
/** A sentence vector of length 1. */
export type Vector = Float32Array;
export type Embed = (texts: readonly string[], purpose: TextPurpose) => Promise<readonly Int8Array[]>;

const means = matrixOf(weights.means);

/** Probabilities of the operations that a question may ask for. */
export const operationsOf = classifierOf<(typeof OPERATIONS)[number]>(weights.operation);
/** Probabilities that the words around a number ask for larger or smaller values. */
export const comparisonsOf = classifierOf<"over" | "under" | "other">(weights.comparison);
/** Log-odds that a question asks for the column with this header. */
export const columnScore = scorerOf(weights.column);
/** Log-odds that a question for an extreme of this column asks for the highest value, not the lowest. */
export const directionScore = scorerOf(weights.direction);

/** True if the weights were trained on vectors of this embedder. */
export const fitsEmbedder = ({ name }: Embedder): boolean => name === weights.embedder;

export const vectorsOf = async (embed: Embed, texts: readonly string[], purpose: TextPurpose = "question") =>
  (await embed(texts, purpose)).map((bytes): Vector => {
    const length = Math.hypot(...bytes) || 1;
    return Float32Array.from(bytes, (each) => each / length);
  });

export const dot = (one: Vector | undefined, other: Vector): number =>
  one?.reduce((sum, each, at) => sum + each * (other[at] ?? 0), 0) ?? 0;

const centered = (vector: Vector, mean?: Vector): Vector =>
  vector.map((each, at) => each - (mean?.[at] ?? 0));

function matrixOf({ scales, weights: encoded }: typeof weights.means): Vector[] {
  const bytes = Int8Array.from(atob(encoded), (each) => each.charCodeAt(0));
  const width = bytes.length / scales.length;
  return scales.map((scale, at) =>
    Float32Array.from(bytes.subarray(at * width, (at + 1) * width), (each) => each * scale),
  );
}

function classifierOf<Label extends string>({ labels, bias, ...rest }: typeof weights.operation) {
  const rows = matrixOf(rest);
  return (vector: Vector): Record<Label, number> => {
    const odds = rows.map((row, at) => Math.exp(dot(row, vector) + (bias[at] ?? 0)));
    const sum = odds.reduce((total, each) => total + each);
    return Object.fromEntries(labels.map((label, at) => [label, (odds[at] ?? 0) / sum])) as never;
  };
}

function scorerOf({ cosine, bias, ...rest }: typeof weights.column) {
  const [linear, question, header] = [rest.linear, rest.question, rest.header].map(matrixOf);
  return (asked: Vector, named: Vector): number => {
    const [q, h] = [centered(asked, means[0]), centered(named, means[1])];
    const pairs = question?.reduce((sum, row, at) => sum + dot(row, q) * dot(header?.[at], h), 0) ?? 0;
    return cosine * dot(q, h) + dot(linear?.[0], q) + pairs + bias;
  };
}
