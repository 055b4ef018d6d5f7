/** One observation: feature values, the outcome and a weight. */
export interface Observation {
  readonly signs: Readonly<Record<string, number>>;
  readonly isTrue: boolean;
  readonly weight: number;
  /** A fixed offset of the log-odds; default: 0. */
  readonly known?: number;
}

/** The intercept: a feature that is always 1 and not regularized. */
export const CONSTANT = "one";
/** Strength of the ridge penalty, in observations, for features scaled to unit deviation. */
const RIDGE = 0.5;
const MAX_STEPS = 60;
const CLOSE = 1e-6;

/** Logistic regression by Newton's method. @returns a weight by name */
export function fitLogistic(
  observations: readonly Observation[],
  names: readonly string[],
): Record<string, number> {
  const scales = names.map((name) =>
    name === CONSTANT
      ? { mean: 0, deviation: 1 }
      : scaleOf(
          observations.map(({ signs }) => signs[name] ?? 0),
          names.includes(CONSTANT),
        ),
  );
  const rows = observations.map(({ signs }) => names.map((name, at) => scaled(signs[name] ?? 0, scales[at])));
  const weights = names.map(() => 0);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const change = newtonStep(observations, rows, { names, weights });
    for (const [at, value] of change.entries()) weights[at] = (weights[at] ?? 0) - value;
    if (Math.max(...change.map(Math.abs)) < CLOSE) break;
  }
  const plain = weights.map((weight, at) => weight / (scales[at]?.deviation ?? 1));
  const shift = plain.reduce((sum, weight, at) => sum + weight * (scales[at]?.mean ?? 0), 0);
  return Object.fromEntries(
    names.map((name, at) => [name, (plain[at] ?? 0) - (name === CONSTANT ? shift : 0)]),
  );
}

interface Fit {
  readonly names: readonly string[];
  readonly weights: readonly number[];
}

function newtonStep(
  observations: readonly Observation[],
  rows: readonly (readonly number[])[],
  { names, weights }: Fit,
): number[] {
  const size = names.length;
  const gradient = names.map((name, at) => (name === CONSTANT ? 0 : RIDGE * (weights[at] ?? 0)));
  const hessian = names.map((name, at): number[] =>
    names.map((_, other) => (at === other ? (name === CONSTANT ? 1e-9 : RIDGE) : 0)),
  );
  for (const [number, row] of rows.entries()) {
    const { isTrue = false, weight = 0, known = 0 } = observations[number] ?? {};
    const odds = row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), known);
    const certainty = 1 / (1 + Math.exp(-odds));
    const [miss, steepness] = [weight * (certainty - Number(isTrue)), weight * certainty * (1 - certainty)];
    for (let at = 0; at < size; at += 1) {
      const value = row[at] ?? 0;
      gradient[at] = (gradient[at] ?? 0) + value * miss;
      const line = hessian[at] ?? [];
      for (let other = 0; other < size; other += 1)
        line[other] = (line[other] ?? 0) + steepness * value * (row[other] ?? 0);
    }
  }
  return solve(hessian, gradient);
}

/** Gaussian elimination with pivoting. @param matrix is overwritten */
function solve(matrix: number[][], right: readonly number[]): number[] {
  const lines = matrix.map((line, at) => [...line, right[at] ?? 0]);
  for (let column = 0; column < lines.length; column += 1) {
    const pivot = lines.reduce(
      (best, line, at) => (at >= column && size(line, column) > size(lines[best], column) ? at : best),
      column,
    );
    [lines[column], lines[pivot]] = [lines[pivot] ?? [], lines[column] ?? []];
    const top = lines[column] ?? [];
    for (const [at, line] of lines.entries()) {
      const factor = at === column || top[column] === 0 ? 0 : (line[column] ?? 0) / (top[column] ?? 1);
      if (factor !== 0)
        for (const [place, value] of top.entries()) line[place] = (line[place] ?? 0) - factor * value;
    }
  }
  return lines.map((line, at) => (line[at] === 0 ? 0 : (line.at(-1) ?? 0) / (line[at] ?? 1)));
}

const size = (line: readonly number[] | undefined, at: number): number => Math.abs(line?.[at] ?? 0);

interface Scale {
  readonly mean: number;
  readonly deviation: number;
}

/** @param hasConstant without an intercept, subtracting the mean would lose information */
function scaleOf(values: readonly number[], hasConstant: boolean): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean: hasConstant ? mean : 0, deviation: Math.sqrt(squares / Math.max(1, values.length)) || 1 };
}

function scaled(value: number, scale: Scale | undefined): number {
  return (value - (scale?.mean ?? 0)) / (scale?.deviation ?? 1);
}
