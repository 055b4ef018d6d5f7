/**
 * Where a list of rows stands, by arithmetic alone. A row near the top edge is the anchor: it keeps its place
 * on the screen while rows come, grow and are measured. Only the person moves the anchor.
 */
import { type Keyed, RowLayout, type RowRange } from "./row-layout.ts";

/** A row and its distance from the top edge of the list. */
export interface Anchor {
  readonly key: string;
  readonly top: number;
}

/** The end counts as visible up to this distance. */
const END_PX = 24;
/** Before the list is in the page. */
const LIKELY_HEIGHT_PX = 900;

/** The rows below the visible part that came or grew since the end was last in sight. */
export interface Grown {
  readonly rows: number;
  readonly px: number;
}

export class AnchoredRows<R extends Keyed = Keyed> {
  readonly layout: RowLayout<R>;
  /** Height of the content before the first row. */
  headPx = 0;
  /** Height of the visible part. */
  viewPx = LIKELY_HEIGHT_PX;
  /** Null shows the end. */
  #anchor: Anchor | null = null;
  #isFollowing = false;
  /** The row that can stand at the top although too little follows it. */
  #pinned = "";
  #range: RowRange | null = null;
  #jumps = 0;
  #isNarrow = false;
  /** The last row and its height when the end was last in sight. */
  #seen: { readonly key: string; readonly height: number } | null = null;

  constructor(estimate: (row: R) => number) {
    this.layout = new RowLayout(estimate);
  }

  /** If the anchor's row is gone, the nearest row that is left becomes the anchor. */
  setRows(rows: readonly R[]): void {
    const { rows: before } = this.layout;
    if (rows === before) return;
    const wanted = this.#range === null ? null : before[this.#range.first]?.key;
    const survivor = this.#survivor(rows);
    this.layout.setRows(rows);
    this.#anchor = survivor;
    // The same rows have other numbers now.
    const moved = wanted === undefined || wanted === null ? -1 : this.layout.indexOf(wanted);
    const { first = 0, last = 0 } = this.#range ?? {};
    this.#range = moved === -1 ? null : { first: moved, last: Math.min(rows.length, last - first + moved) };
  }

  #survivor(rows: readonly R[]): Anchor | null {
    const anchor = this.#anchor;
    if (anchor === null) return null;
    const { layout } = this;
    const at = layout.indexOf(anchor.key);
    // A pinned row may still be on its way.
    if (at === -1 || rows.some(({ key }) => key === anchor.key)) return anchor;
    const left = new Set(rows.map(({ key }) => key));
    const behind = layout.rows.findIndex(({ key }, index) => index > at && left.has(key));
    const index = behind === -1 ? layout.rows.findLastIndex(({ key }) => left.has(key)) : behind;
    const row = layout.rows[index];
    if (row === undefined) return null;
    return { key: row.key, top: anchor.top + layout.startOf(index) - layout.startOf(at) };
  }

  /** Opens the list at a row; null for the end. */
  open(anchor: Anchor | null): void {
    this.#isFollowing = false;
    this.#anchor = anchor;
    this.see();
  }

  /** Brings a row to the top edge and keeps enough space below it. */
  pin(key: string): void {
    this.#pinned = key;
    this.#isFollowing = false;
    this.#anchor = { key, top: 0 };
  }

  /** Shows the end from now on, whatever comes. */
  follow(): void {
    this.#isFollowing = true;
    this.#anchor = null;
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** The list stands at a position now: the first visible row becomes the anchor. */
  standAt(top: number): void {
    this.#isFollowing = false;
    this.#anchor = this.#anchorAt(top);
  }

  #anchorAt(position: number): Anchor | null {
    const top = position - this.headPx;
    const at = this.layout.indexAt(top + 1);
    const row = this.layout.rows[at];
    return row === undefined ? null : { key: row.key, top: this.layout.startOf(at) - top };
  }

  /** The first visible row; null while the end is shown. */
  get anchor(): Anchor | null {
    return this.#anchor;
  }

  /** The position that the list should have. */
  get top(): number {
    const { headPx, viewPx, layout, fillerPx } = this;
    const end = headPx + layout.height + fillerPx - viewPx;
    return Math.max(0, Math.min(end, this.#anchoredTop ?? this.#contentEnd - viewPx));
  }

  /** The position at which the anchor has its place, which may lie outside of the content; null without one. */
  get #anchoredTop(): number | null {
    const at = this.#anchor === null ? -1 : this.layout.indexOf(this.#anchor.key);
    if (this.#anchor === null || at === -1) return null;
    return this.headPx + this.layout.startOf(at) - this.#anchor.top;
  }

  /** Whether the anchor has its place at this position, or is still on its way. */
  isAt(top: number): boolean {
    if (this.#anchor === null) return false;
    const wanted = this.#anchoredTop;
    return wanted === null || Math.abs(wanted - top) < 1;
  }

  /** Empty space behind the last row, so that the pinned row can stand at the top. It shrinks as text grows. */
  get fillerPx(): number {
    const { layout, viewPx } = this;
    const at = this.#pinned === "" ? -1 : layout.indexOf(this.#pinned);
    return at === -1 ? 0 : Math.max(0, viewPx - (layout.height - layout.startOf(at)));
  }

  /**
   * The rows that belong into the page. The same object as long as they are the same rows. After a jump all rows
   * are new, so the page gets few of them until `widen`.
   */
  get range(): RowRange {
    const top = this.top - this.headPx;
    const bottom = top + this.viewPx;
    if (this.#range === null || this.layout.isElsewhere(this.#range, top, bottom)) {
      this.#jumps += 1;
      this.#isNarrow = true;
    }
    this.#range = this.layout.rangeAt(top, bottom, this.#range, this.#isNarrow);
    return this.#range;
  }

  /** How often no row of the range before stayed. */
  get jumps(): number {
    return this.#jumps;
  }

  /** From now on the range has rows beyond the visible ones, until the next jump. */
  widen(): void {
    this.#isNarrow = false;
  }

  get #contentEnd(): number {
    return this.headPx + this.layout.height;
  }

  /** Height of the content below the visible part. */
  get belowPx(): number {
    return Math.max(0, this.#contentEnd - this.top - this.viewPx);
  }

  /** Call it at each position. */
  grown(): Grown {
    if (this.belowPx <= END_PX) this.see();
    const { layout } = this;
    const at = this.#seen === null ? -1 : layout.indexOf(this.#seen.key);
    if (this.#seen === null || at === -1) {
      this.see();
      return { rows: 0, px: 0 };
    }
    return {
      rows: layout.rows.length - 1 - at,
      px: Math.max(0, layout.height - layout.startOf(at) - this.#seen.height),
    };
  }

  /** Everything so far counts as seen. Also after a change of the width, by which nothing has grown. */
  see(): void {
    const last = this.layout.rows.length - 1;
    const row = this.layout.rows[last];
    this.#seen = row === undefined ? null : { key: row.key, height: this.layout.heightOf(last) };
  }
}
