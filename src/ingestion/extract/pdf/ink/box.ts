/** A rectangle in points, with its sides along the axes of the page. */
export interface Box {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** [a, b, c, d, x, y], as in PDF. */
export type Matrix = readonly number[] | Float32Array;

export const intersect = (one: Box, other: Box): Box => ({
  x1: Math.max(one.x1, other.x1),
  y1: Math.max(one.y1, other.y1),
  x2: Math.min(one.x2, other.x2),
  y2: Math.min(one.y2, other.y2),
});

export const union = (one: Box, other: Box): Box => ({
  x1: Math.min(one.x1, other.x1),
  y1: Math.min(one.y1, other.y1),
  x2: Math.max(one.x2, other.x2),
  y2: Math.max(one.y2, other.y2),
});

export const grown = ({ x1, y1, x2, y2 }: Box, by: number): Box => ({
  x1: x1 - by,
  y1: y1 - by,
  x2: x2 + by,
  y2: y2 + by,
});

export const isEmpty = ({ x1, y1, x2, y2 }: Box): boolean => !(x2 >= x1 && y2 >= y1);

export const contains = ({ x1, y1, x2, y2 }: Box, x: number, y: number): boolean =>
  x >= x1 && x <= x2 && y >= y1 && y <= y2;

export const encloses = (outer: Box, inner: Box): boolean =>
  outer.x1 <= inner.x1 && outer.y1 <= inner.y1 && outer.x2 >= inner.x2 && outer.y2 >= inner.y2;

export function pointOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, x: number, y: number) {
  return [a * x + c * y + e, b * x + d * y + f] as const;
}

/** The box around a transformed rectangle. */
export function transformed({ x1, y1, x2, y2 }: Box, matrix: Matrix): Box {
  const corners = [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ].map(([x = 0, y = 0]) => pointOf(matrix, x, y));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys) };
}

/** True if the matrix turns by a multiple of 90 degrees, so rectangles stay rectangles along the axes. */
export const keepsAxes = (matrix: Matrix): boolean =>
  (matrix[1] === 0 && matrix[2] === 0) || (matrix[0] === 0 && matrix[3] === 0);
