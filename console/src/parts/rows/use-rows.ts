/** Draws only the rows of a long list that are on the screen. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  type VirtualItem,
  Virtualizer,
} from "@tanstack/virtual-core";
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";

/** Rows beyond the visible ones, on each side. */
const OVERSCAN = 8;

type Visible = Pick<Range, "startIndex" | "endIndex">;

export interface Rows {
  /** The drawn rows with their places. */
  readonly items: readonly VirtualItem[];
  /** Height of all rows in pixels. */
  readonly height: number;
  scrollTo(index: number): void;
}

/**
 * @param scroller the element that scrolls
 * @param rowHeight in pixels
 */
export function useRows(count: number, rowHeight: number, scroller: () => HTMLElement | null): Rows {
  const [, redraw] = useReducer((version: number) => version + 1, 0);
  const options = {
    count,
    estimateSize: () => rowHeight,
    getScrollElement: scroller,
    overscan: OVERSCAN,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(0),
  };
  const kept = useRef<Virtualizer<HTMLElement, HTMLElement> | null>(null);
  const rows = (kept.current ??= new Virtualizer<HTMLElement, HTMLElement>(options));
  const visible = useRef<Visible | null>(null);
  const overscan = useRef(OVERSCAN);
  rows.setOptions(options);
  const next = rows.calculateRange();
  // After a jump all rows are new. The page gets the ones beyond the visible part when the list stands still.
  if (!rows.isScrolling) overscan.current = OVERSCAN;
  else if (next !== visible.current) overscan.current = isJump(visible.current, next) ? 0 : OVERSCAN;
  visible.current = next;
  rows.setOptions({ ...options, overscan: overscan.current });
  useEffect(() => rows._didMount(), []);
  useLayoutEffect(() => rows._willUpdate());
  // The height follows the width of the window.
  useLayoutEffect(() => rows.measure(), [rowHeight]);
  return {
    items: rows.getVirtualItems(),
    height: rows.getTotalSize(),
    scrollTo: (index) => rows.scrollToIndex(index, { align: "auto" }),
  };
}

function isJump(before: Visible | null, next: Visible | null): boolean {
  if (before === null || next === null) return false;
  return next.startIndex > before.endIndex || next.endIndex < before.startIndex;
}
