/** Draws only the rows of a long list that are on the screen. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from "@tanstack/virtual-core";
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";

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
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(0),
  };
  const kept = useRef<Virtualizer<HTMLElement, HTMLElement> | null>(null);
  const rows = (kept.current ??= new Virtualizer<HTMLElement, HTMLElement>(options));
  rows.setOptions(options);
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
