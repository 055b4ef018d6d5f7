/** Vectors stored one after another, each of `width` values. */
export interface Rows {
  readonly values: Float64Array;
  readonly width: number;
}

export function rowCount({ values, width }: Rows): number {
  return values.length / width;
}

export function rowOf({ values, width }: Rows, row: number): Float64Array {
  return values.subarray(row * width, (row + 1) * width);
}

export function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Scales every row to length one; zero rows stay zero. */
export function normalizeRows(rows: Rows): void {
  for (let row = 0; row < rowCount(rows); row += 1) {
    const vector = rowOf(rows, row);
    const length = Math.sqrt(dot(vector, vector)) || 1;
    for (let at = 0; at < rows.width; at += 1) vector[at] = (vector[at] ?? 0) / length;
  }
}

export function meanOf(rows: Rows): Float64Array {
  const mean = new Float64Array(rows.width);
  for (let row = 0; row < rowCount(rows); row += 1) addScaled(mean, rowOf(rows, row), 1 / rowCount(rows));
  return mean;
}

export function addScaled(target: Float64Array, other: ArrayLike<number>, factor: number): void {
  for (let at = 0; at < target.length; at += 1) target[at] = (target[at] ?? 0) + factor * (other[at] ?? 0);
}

/**
 * The principal axes about zero, largest variance first: eigenvectors of the rows' second-moment matrix.
 * @returns `count` rows
 */
export function principalAxes(rows: Rows, count: number): Rows {
  const { width } = rows;
  const products = Array.from({ length: width }, () => new Float64Array(width));
  for (let row = 0; row < rowCount(rows); row += 1) {
    const vector = rowOf(rows, row);
    for (const [at, target] of products.entries()) addScaled(target, vector, vector[at] ?? 0);
  }
  const axes = new Float64Array(count * width);
  for (const [at, axis] of eigenvectors(products).slice(0, count).entries())
    axes.set(upright(axis), at * width);
  return { values: axes, width };
}

/**
 * Jacobi's method for a symmetric matrix, which it modifies. @returns the eigenvectors, largest eigenvalue
 * first
 */
function eigenvectors(matrix: Float64Array[]): Float64Array[] {
  const size = matrix.length;
  const vectors = matrix.map((_, at) => new Float64Array(size).fill(1, at, at + 1));
  const valueAt = (row: number, column: number): number => matrix[row]?.[column] ?? 0;
  const all = matrix.reduce((sum, row) => sum + dot(row, row), 0);
  for (let sweep = 0; sweep < 30; sweep += 1) {
    let rest = 0;
    for (let one = 0; one < size; one += 1) {
      for (let other = one + 1; other < size; other += 1) {
        const beside = valueAt(one, other);
        rest += beside * beside;
        if (beside === 0) continue;
        const slope = (valueAt(other, other) - valueAt(one, one)) / (2 * beside);
        const tangent = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.sqrt(slope * slope + 1));
        rotate(matrix, vectors, one, other, tangent);
      }
    }
    if (rest < all * 1e-24) break;
  }
  const order = vectors.map((_, at) => at).toSorted((a, b) => valueAt(b, b) - valueAt(a, a));
  return order.map((at) => vectors[at] ?? new Float64Array(size));
}

function rotate(
  matrix: Float64Array[],
  vectors: Float64Array[],
  one: number,
  other: number,
  tangent: number,
): void {
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const [first, second] = [matrix[one], matrix[other]];
  if (first === undefined || second === undefined) return;
  turn(first, second, cosine, sine);
  for (const row of matrix) {
    const [a, b] = [row[one] ?? 0, row[other] ?? 0];
    row[one] = cosine * a - sine * b;
    row[other] = sine * a + cosine * b;
  }
  const [v, w] = [vectors[one], vectors[other]];
  if (v !== undefined && w !== undefined) turn(v, w, cosine, sine);
}

function turn(one: Float64Array, other: Float64Array, cosine: number, sine: number): void {
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    one[at] = cosine * a - sine * b;
    other[at] = sine * a + cosine * b;
  }
}

/** Chooses the sign of an axis that makes its largest component positive. */
function upright(axis: Float64Array): Float64Array {
  const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
  return largest < 0 ? axis.map((value) => -value) : axis;
}
