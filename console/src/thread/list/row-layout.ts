/** Heights and positions of rows of which only some are in the page. */

/** Rows in the page beyond the visible ones, on each side. */
const OVERSCAN_PX = 900;
/** The rows in the page stay the same until fewer than this lie beyond the visible ones. */
const LEAST_OVERSCAN_PX = 300;
/** After a jump, rows in the page beyond the visible ones: for estimates that are too high. */
const NARROW_OVERSCAN_PX = 100;
/** At most this many rows are in the page, unless more are visible. */
export const MAX_MOUNTED = 60;

/** Few rows have a part: the anchor, the pinned and the last seen one. */
const MAX_KNOWN = 100;

export interface RowRange {
  readonly first: number;
  /** Behind the last row. */
  readonly last: number;
}

export interface Keyed {
  readonly key: string;
}

export class RowLayout<R extends Keyed = Keyed> {
  /** Measured heights by key. */
  readonly #heights = new Map<string, number>();
  readonly #estimate: (row: R) => number;
  #rows: readonly R[] = [];
  /** The position of each row, and the end of the last one. */
  readonly #starts: number[] = [0];
  /** Where `indexOf` found a key the last time. */
  readonly #known = new Map<string, number>();
  /** Positions up to this one are right. */
  #rightUpTo = 0;

  /** @param estimate the height of a row that was never in the page */
  constructor(estimate: (row: R) => number) {
    this.#estimate = estimate;
  }

  get rows(): readonly R[] {
    return this.#rows;
  }

  setRows(rows: readonly R[]): void {
    const before = this.#rows;
    let same = 0;
    while (same < rows.length && rows[same]?.key === before[same]?.key) same += 1;
    const grown = this.#grow(before, rows.slice(0, same));
    this.#rows = rows;
    this.#rightUpTo = Math.min(this.#rightUpTo, same, grown);
    this.#starts.length = Math.min(this.#starts.length, rows.length + 1);
  }

  /**
   * A row that grows outside of the page is not measured. Its height changes as its estimate does.
   * @returns the first of these rows
   */
  #grow(before: readonly R[], rows: readonly R[]): number {
    let first = rows.length;
    for (const [at, row] of rows.entries()) {
      const old = before[at];
      const height = this.#heights.get(row.key);
      if (old === row || old === undefined || height === undefined) continue;
      this.#heights.set(row.key, Math.max(1, height + this.#estimate(row) - this.#estimate(old)));
      first = Math.min(first, at);
    }
    return first;
  }

  /** @returns whether the height is new */
  measure(index: number, height: number): boolean {
    const row = this.#rows[index];
    if (row === undefined || this.#heights.get(row.key) === height) return false;
    this.#heights.set(row.key, height);
    this.#rightUpTo = Math.min(this.#rightUpTo, index);
    return true;
  }

  /** Height of all rows. */
  get height(): number {
    return this.startOf(this.#rows.length);
  }

  startOf(index: number): number {
    const at = Math.max(0, Math.min(index, this.#rows.length));
    for (; this.#rightUpTo < at; this.#rightUpTo += 1)
      this.#starts[this.#rightUpTo + 1] =
        (this.#starts[this.#rightUpTo] ?? 0) + this.heightOf(this.#rightUpTo);
    return this.#starts[at] ?? 0;
  }

  /** The measured height, else the estimate. */
  heightOf(index: number): number {
    const row = this.#rows[index];
    if (row === undefined) return 0;
    return this.#heights.get(row.key) ?? this.#estimate(row);
  }

  indexOf(key: string): number {
    const known = this.#known.get(key) ?? -1;
    if (this.#rows[known]?.key === key) return known;
    const at = this.#rows.findIndex((row) => row.key === key);
    if (this.#known.size > MAX_KNOWN) this.#known.clear();
    this.#known.set(key, at);
    return at;
  }

  /** The row at a position: the first or last one if the position is outside. */
  indexAt(position: number): number {
    let low = 0;
    let high = Math.max(0, this.#rows.length - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.startOf(middle) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The rows between two positions with some more on both sides. It keeps `before` while that has enough.
   * @param isNarrow whether the visible rows are enough. Further ones then come in small steps.
   */
  rangeAt(top: number, bottom: number, before: RowRange | null = null, isNarrow = false): RowRange {
    const visible = this.#rowsBetween(top, bottom);
    if (before !== null && this.#isEnough(before, visible, isNarrow ? 0 : LEAST_OVERSCAN_PX, top, bottom))
      return before;
    const spacePx = isNarrow ? NARROW_OVERSCAN_PX : OVERSCAN_PX;
    const wide = this.#rowsBetween(top - spacePx, bottom + spacePx);
    const spare = Math.max(0, MAX_MOUNTED - (visible.last - visible.first));
    const below = wide.last - visible.last;
    const above = Math.min(visible.first - wide.first, Math.max(Math.floor(spare / 2), spare - below));
    const first = visible.first - above;
    const last = Math.min(wide.last, visible.last + spare - above);
    return before?.first === first && before.last === last ? before : { first, last };
  }

  /** Whether a range has none of the rows between two positions. */
  isElsewhere({ first, last }: RowRange, top: number, bottom: number): boolean {
    const visible = this.#rowsBetween(top, bottom);
    return last <= visible.first || first >= visible.last;
  }

  #isEnough(
    { first, last }: RowRange,
    visible: RowRange,
    leastPx: number,
    top: number,
    bottom: number,
  ): boolean {
    const { length } = this.#rows;
    if (first > visible.first || last < visible.last || last > length) return false;
    if (last - first > Math.max(MAX_MOUNTED, visible.last - visible.first)) return false;
    const isEnoughAbove = first === 0 || this.startOf(first) <= top - leastPx;
    return isEnoughAbove && (last === length || this.startOf(last) >= bottom + leastPx);
  }

  #rowsBetween(top: number, bottom: number): RowRange {
    return { first: this.indexAt(top), last: Math.min(this.#rows.length, this.indexAt(bottom) + 1) };
  }
}
