import { type Box, keepsAxes, type Matrix, pointOf, transformed, union } from "./box.ts";

export interface Subpath {
  readonly box: Box;
  /** True if it fills its box. */
  readonly isRectangle: boolean;
  /** True if it is more than a few straight lines, such as the outline of a letter. */
  readonly isDrawing: boolean;
}

/** Further subpaths of a path extend the last one. */
const MAX_SUBPATHS = 4_096;
const MAX_CORNERS = 8;

/** The path that the operators construct, in points of the page. */
export class DrawnPath {
  readonly subpaths: (Subpath & { readonly points: number })[] = [];

  rectangle([x = 0, y = 0, width = 0, height = 0]: readonly number[], matrix: Matrix): void {
    const box = transformed(
      {
        x1: Math.min(x, x + width),
        y1: Math.min(y, y + height),
        x2: Math.max(x, x + width),
        y2: Math.max(y, y + height),
      },
      matrix,
    );
    this.#push({ box, isRectangle: keepsAxes(matrix), isDrawing: false, points: 4 });
  }

  moveTo(x: number, y: number, matrix: Matrix): void {
    this.#push({ box: around(x, y, matrix), isRectangle: false, isDrawing: false, points: 1 });
  }

  /** @param values coordinates of the new points */
  extend(values: readonly number[], matrix: Matrix, isCurve: boolean): void {
    for (let at = 0; at + 1 < values.length; at += 2) {
      const [x = 0, y = 0] = [values[at], values[at + 1]];
      const last = this.subpaths.at(-1);
      if (last === undefined) this.moveTo(x, y, matrix);
      else this.#replaceLast(last, around(x, y, matrix), isCurve);
    }
  }

  /** The box around the whole path; undefined without a path. */
  get box(): Box | undefined {
    return this.subpaths
      .map(({ box }) => box)
      .reduce<Box | undefined>((all, box) => (all === undefined ? box : union(all, box)), undefined);
  }

  clear(): void {
    this.subpaths.length = 0;
  }

  #push(subpath: Subpath & { readonly points: number }): void {
    const last = this.subpaths.at(-1);
    if (last !== undefined && this.subpaths.length >= MAX_SUBPATHS)
      this.#replaceLast(last, subpath.box, false);
    else this.subpaths.push(subpath);
  }

  #replaceLast(last: Subpath & { readonly points: number }, box: Box, isCurve: boolean): void {
    const points = last.points + 1;
    this.subpaths[this.subpaths.length - 1] = {
      box: union(last.box, box),
      isRectangle: false,
      isDrawing: last.isDrawing || isCurve || points > MAX_CORNERS,
      points,
    };
  }
}

function around(x: number, y: number, matrix: Matrix): Box {
  const [px, py] = pointOf(matrix, x, y);
  return { x1: px, y1: py, x2: px, y2: py };
}
