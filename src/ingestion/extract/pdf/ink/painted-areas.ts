import { type Box, contains, encloses, intersect, isEmpty } from "./box.ts";
import { type Color, isSameColor, WHITE } from "./colors.ts";

interface Area {
  readonly box: Box;
  /** Null: a picture, a pattern, or something transparent. */
  readonly color: Color;
  /** True if the color fills the box. Otherwise it may fill a part of it. */
  readonly isWhole: boolean;
}

/** Rows and columns of the grid. */
const CELLS = 32;
/** Areas to remember for a cell. */
const MAX_AREAS = 8;

interface Cell {
  readonly areas: Area[];
  hasForgotten: boolean;
}

const emptyGrid = (): (Cell | undefined)[] => Array.from({ length: CELLS * CELLS });

/** The painted areas of a page, in a grid. An area costs at most one step for each cell of the grid. */
export class PaintedAreas {
  readonly #page: Box;
  #cells = emptyGrid();
  /** The last area that covers the page. */
  #base: Area;

  constructor(page: Box) {
    this.#page = page;
    this.#base = { box: page, color: WHITE, isWhole: true };
  }

  add(box: Box, color: Color, isWhole: boolean): void {
    const shown = intersect(box, this.#page);
    if (isEmpty(shown)) return;
    const area: Area = { box: shown, color, isWhole };
    const hides = isWhole || color === null;
    if (hides && encloses(shown, this.#page)) {
      this.#cells = emptyGrid();
      this.#base = area;
      return;
    }
    for (const at of cellsOf(shown, this.#page)) {
      const cell = (this.#cells[at] ??= { areas: [], hasForgotten: false });
      if (hides && encloses(shown, boxOfCell(at, this.#page)))
        [cell.areas.length, cell.hasForgotten] = [0, false];
      cell.areas.push(area);
      if (cell.areas.length > MAX_AREAS) {
        cell.areas.shift();
        cell.hasForgotten = true;
      }
    }
  }

  /** True if everything that may lie below the point has the color. */
  isOnlyColor(color: Color, x: number, y: number): boolean {
    const cell = this.#cells[cellAt(x, y, this.#page)];
    const areas = cell?.areas ?? [];
    for (let at = areas.length - 1; at >= 0; at -= 1) {
      const area = areas[at];
      if (area === undefined || !contains(area.box, x, y)) continue;
      if (!isSameColor(area.color, color)) return false;
      if (area.isWhole) return true;
    }
    return cell?.hasForgotten !== true && isSameColor(this.#base.color, color);
  }
}

/** The places of a page that show pictures or drawings, in a grid. */
export class PictureMap {
  readonly page: Box;
  readonly cells: Uint8Array<ArrayBuffer>;

  constructor(page: Box, cells = new Uint8Array(CELLS * CELLS)) {
    [this.page, this.cells] = [page, cells];
  }

  add(box: Box): void {
    const shown = intersect(box, this.page);
    if (!isEmpty(shown)) for (const at of cellsOf(shown, this.page)) this.cells[at] = 1;
  }

  has(x: number, y: number): boolean {
    return this.cells[cellAt(x, y, this.page)] === 1;
  }
}

const indexOf = (value: number, from: number, to: number): number =>
  Math.min(CELLS - 1, Math.max(0, Math.floor(((value - from) / (to - from || 1)) * CELLS)));

const cellAt = (x: number, y: number, { x1, y1, x2, y2 }: Box): number =>
  indexOf(y, y1, y2) * CELLS + indexOf(x, x1, x2);

function* cellsOf(box: Box, page: Box): Generator<number> {
  const [left, right] = [indexOf(box.x1, page.x1, page.x2), indexOf(box.x2, page.x1, page.x2)];
  const [low, high] = [indexOf(box.y1, page.y1, page.y2), indexOf(box.y2, page.y1, page.y2)];
  for (let row = low; row <= high; row += 1)
    for (let column = left; column <= right; column += 1) yield row * CELLS + column;
}

function boxOfCell(at: number, { x1, y1, x2, y2 }: Box): Box {
  const [row, column] = [Math.floor(at / CELLS), at % CELLS];
  const [width, height] = [(x2 - x1) / CELLS, (y2 - y1) / CELLS];
  return {
    x1: x1 + column * width,
    y1: y1 + row * height,
    x2: x1 + (column + 1) * width,
    y2: y1 + (row + 1) * height,
  };
}
