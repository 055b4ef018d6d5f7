import { layerNames, type OriginalEncoder, OUTER_NAMES } from "./original-encoder.ts";

type Vector = readonly number[];

const HEADS = 4;
const EPSILON = 1e-6;

/**
 * Encodes with the published, unrounded weights in straightforward code: the slow reference for tests of the
 * service's encoder.
 */
export function encodeReference(original: OriginalEncoder, pieces: readonly number[]): Vector {
  const embeddings = original.weights(OUTER_NAMES.embeddings);
  const width = embeddings.shape.at(-1) ?? 0;
  const frequencies = [...original.weights(OUTER_NAMES.frequencies).values];
  let rows = pieces.map((piece, place): Vector => {
    const angles = frequencies.map((frequency) => place * frequency);
    return plus(
      Array.from(embeddings.values.subarray(piece * width, (piece + 1) * width), (value) => 2 * value),
      [...angles.map(Math.sin), ...angles.map(Math.cos)],
    );
  });
  for (const layer of ["layer0", "layer1"] as const) rows = applyLayer(original, layer, rows);
  const mean = (rows[0] ?? []).map(
    (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length,
  );
  const vector = dense(original, OUTER_NAMES.last)(mean).map(Math.tanh);
  const length = Math.sqrt(product(vector, vector));
  return vector.map((value) => value / length);
}

function applyLayer(
  original: OriginalEncoder,
  layer: "layer0" | "layer1",
  rows: readonly Vector[],
): Vector[] {
  const { matrices, norms } = layerNames(layer);
  const by = (name: string): ((row: Vector) => Vector) => dense(original, matrices[name] ?? ["", ""]);
  const [beforeAttention, beforeForward] = [
    norm(original, norms.beforeAttention),
    norm(original, norms.beforeForward),
  ];
  const attended = attend(rows.map(beforeAttention).map(by("heads"))).map(by("joined"));
  const residual = layer === "layer0" ? rows.map(by("widened")) : rows;
  const joined = attended.map((row, at) => plus(row, residual[at] ?? []));
  const forward = joined.map(beforeForward).map(by("forward"));
  const back = forward.map((row) => row.map((value) => Math.max(0, value))).map(by("back"));
  return back.map((row, at) => plus(row, joined[at] ?? []));
}

function attend(parts: readonly Vector[]): Vector[] {
  const width = (parts[0]?.length ?? 0) / 3;
  const size = width / HEADS;
  const slices = (part: number, head: number): Vector[] =>
    parts.map((row) => row.slice(part * width + head * size, part * width + (head + 1) * size));
  const heads = Array.from({ length: HEADS }, (_, head) => {
    const [queries, keys, values] = [slices(0, head), slices(1, head), slices(2, head)];
    return queries.map((query) => {
      const weights = keys.map((key) => Math.exp(product(query, key) / Math.sqrt(size)));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      return Array.from({ length: size }, (_, at) =>
        values.reduce((sum, value, row) => sum + ((weights[row] ?? 0) / total) * (value[at] ?? 0), 0),
      );
    });
  });
  return parts.map((_, row) => heads.flatMap((head) => head[row] ?? []));
}

function dense(
  original: OriginalEncoder,
  [kernel, bias]: readonly [string, string],
): (row: Vector) => Vector {
  const { shape, values } = original.weights(kernel);
  const width = shape.at(-1) ?? 0;
  const start = Float64Array.from(original.weights(bias).values);
  return (row) => {
    const sums = start.slice();
    for (const [step, value] of row.entries()) {
      for (let at = 0; at < width; at += 1)
        sums[at] = (sums[at] ?? 0) + value * (values[step * width + at] ?? 0);
    }
    return [...sums];
  };
}

function norm(original: OriginalEncoder, [scale, bias]: readonly [string, string]): (row: Vector) => Vector {
  const [scales, biases] = [original.weights(scale).values, original.weights(bias).values];
  return (row) => {
    const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    return row.map(
      (value, at) => ((value - mean) / Math.sqrt(variance + EPSILON)) * (scales[at] ?? 0) + (biases[at] ?? 0),
    );
  };
}

function plus(one: Vector, other: Vector): Vector {
  return one.map((value, at) => value + (other[at] ?? 0));
}

function product(one: Vector, other: Vector): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
