/** Connects rows with an anchor to the element that scrolls: measures the rows and sets the position. */
import { type Signal, signal } from "@preact/signals";
import { type Anchor, AnchoredRows } from "./anchored-rows.ts";
import type { Keyed, RowRange } from "./row-layout.ts";

/** What lies below the visible part. */
export interface Below {
  /** Height of everything below the visible part. */
  readonly px: number;
  /** Rows that came since the end was last in sight. */
  readonly rows: number;
  /** Height that rows have grown by since then. */
  readonly grownPx: number;
}

export interface ScrollElements {
  readonly scroller: HTMLElement;
  /** The empty space in place of the rows above the drawn ones. */
  readonly before: HTMLElement;
  /** The empty space behind the last row. */
  readonly filler: HTMLElement;
}

export const NOTHING_BELOW: Below = { px: 0, rows: 0, grownPx: 0 };
const USER_SCROLLS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
const FIELDS = "input, textarea, select, [contenteditable]";

export class ListScroll<R extends Keyed = Keyed> {
  readonly below: Signal<Below> = signal(NOTHING_BELOW);
  /** Counts the changes of the range. A view that draws the range reads it. */
  readonly changes: Signal<number> = signal(0);
  readonly #rows: AnchoredRows<R>;
  readonly #onTop: () => void;
  readonly #onRest: (anchor: Anchor) => void;
  #elements: ScrollElements | null = null;
  /** The range of the latest drawing. */
  #drawn: RowRange = { first: 0, last: 0 };
  /** The position that this class set last: its scroll event tells nothing about the person. */
  #written = -1;
  #width = 0;
  #observer: ResizeObserver | null = null;
  #observed: ReadonlySet<Element> = new Set();
  /** The row that gets the focus once it is in the page. */
  #focusKey = "";
  #focused: Element | null = null;
  /** The latest jump after which the range was planned to widen, and the frame that does it. */
  #jumps = 0;
  #widening = 0;
  #held: { readonly element: Element; readonly top: number } | null = null;

  constructor(
    estimate: (row: R) => number,
    { onTop, onRest }: { onTop: () => void; onRest: (anchor: Anchor) => void },
  ) {
    this.#rows = new AnchoredRows(estimate);
    this.#onTop = onTop;
    this.#onRest = onRest;
  }

  /** @returns takes the list away again */
  attach(elements: ScrollElements): () => void {
    const { scroller } = elements;
    this.#elements = elements;
    const off = new AbortController();
    const on = { passive: true, signal: off.signal };
    scroller.addEventListener("scroll", () => this.#scrolled(), on);
    for (const event of USER_SCROLLS) scroller.addEventListener(event, () => this.#letGo(), on);
    scroller.addEventListener("keydown", (event) => this.#press(event), { signal: off.signal });
    scroller.addEventListener("focusin", ({ target }) => (this.#focused = target as Element), on);
    scroller.addEventListener("focusout", () => (this.#focused = null), on);
    const observer = new ResizeObserver(() => this.settle());
    observer.observe(scroller);
    this.#observer = observer;
    return () => {
      cancelAnimationFrame(this.#widening);
      observer.disconnect();
      off.abort();
      this.#elements = null;
      this.#observer = null;
      this.#observed = new Set();
    };
  }

  /** The rows to draw and the heights of the empty spaces around them. Call it in each drawing. */
  draw(rows: readonly R[]): RowRange & { readonly beforePx: number; readonly afterPx: number } {
    void this.changes.value;
    this.#rows.setRows(rows);
    this.#drawn = this.#rows.range;
    const { first, last } = this.#drawn;
    const { layout } = this.#rows;
    return { first, last, beforePx: layout.startOf(first), afterPx: layout.height - layout.startOf(last) };
  }

  /** Opens the list at a row; null for the end. */
  open(anchor: Anchor | null): void {
    this.#rows.open(anchor);
    this.settle();
  }

  /** Brings a row to the top edge and keeps enough space below it. */
  pin(key: string): void {
    this.#rows.pin(key);
  }

  /** The first visible row; null while the list opens. */
  get anchor(): Anchor | null {
    return this.#rows.anchor;
  }

  /** Brings a row to the top edge and the focus to it. */
  reveal(key: string): void {
    this.#held = null;
    this.#focusKey = key;
    this.#rows.open({ key, top: 0 });
    this.settle();
  }

  follow(): void {
    this.#rows.follow();
    this.settle();
  }

  /** Keeps an element at its present place on the screen while the list changes, for example its width. */
  hold(element: Element): void {
    if (this.#elements === null || element.closest("[data-row]") === null) return;
    this.#held = { element, top: element.getBoundingClientRect().top };
  }

  /** Call it after each change of the page: measures the rows and restores the position. */
  settle(): void {
    const elements = this.#elements;
    if (elements === null || this.#rows.layout.rows.length === 0) return;
    this.#measure(elements);
    elements.filler.style.blockSize = `${this.#rows.fillerPx}px`;
    this.#restore(elements.scroller);
    const isSettled = !this.#update();
    this.#refocus(elements.scroller);
    // From now on the row at the top keeps its place, whatever grows at the end.
    const { scrollTop } = elements.scroller;
    if (isSettled && !this.#rows.isFollowing && !this.#rows.isAt(scrollTop)) this.#rest(scrollTop);
  }

  #measure({ scroller, before }: ScrollElements): void {
    const rows = this.#rows;
    const mounted = [...scroller.querySelectorAll<HTMLElement>("[data-row]")];
    this.#observe(mounted);
    rows.viewPx = scroller.clientHeight;
    rows.headPx =
      before.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    for (const [at, row] of mounted.entries())
      rows.layout.measure(this.#drawn.first + at, row.getBoundingClientRect().height);
    if (scroller.clientWidth !== this.#width) rows.see();
    this.#width = scroller.clientWidth;
  }

  #observe(rows: readonly Element[]): void {
    const wanted = new Set(rows);
    for (const row of this.#observed) if (!wanted.has(row)) this.#observer?.unobserve(row);
    for (const row of wanted) if (!this.#observed.has(row)) this.#observer?.observe(row);
    this.#observed = wanted;
  }

  #restore(scroller: HTMLElement): void {
    if (this.#held !== null && this.#restoreHeld(scroller, this.#held)) return;
    const { top } = this.#rows;
    if (Math.abs(scroller.scrollTop - top) >= 1) scroller.scrollTop = top;
    // The browser limits and rounds it.
    this.#written = scroller.scrollTop;
  }

  /** @returns whether the element is still there */
  #restoreHeld(scroller: HTMLElement, { element, top }: { element: Element; top: number }): boolean {
    if (!element.isConnected) {
      this.#held = null;
      return false;
    }
    scroller.scrollTop += element.getBoundingClientRect().top - top;
    this.#written = scroller.scrollTop;
    this.#rows.standAt(this.#written);
    return true;
  }

  #scrolled(): void {
    const scroller = this.#elements?.scroller;
    if (scroller === undefined || Math.abs(scroller.scrollTop - this.#written) < 1) return;
    // A shorter page also scrolls. Only the person lets go of a held element.
    if (this.#held !== null) return this.settle();
    this.#written = scroller.scrollTop;
    this.#rest(scroller.scrollTop);
    this.#update();
  }

  /** Takes the first visible row as the anchor. */
  #rest(top: number): void {
    this.#rows.standAt(top);
    const { anchor } = this.#rows;
    if (anchor !== null) this.#onRest(anchor);
  }

  /** @returns whether other rows belong into the page now */
  #update(): boolean {
    const rows = this.#rows;
    const { range } = rows;
    const isOther = range.first !== this.#drawn.first || range.last !== this.#drawn.last;
    if (isOther) this.changes.value += 1;
    if (rows.jumps !== this.#jumps) this.#widenLater();
    this.#tellBelow();
    if (range.first === 0 && rows.top < rows.viewPx * 2) this.#onTop();
    return isOther;
  }

  /** Draws the rows beyond the visible ones in a later frame, unless the list jumps again meanwhile. */
  #widenLater(): void {
    this.#jumps = this.#rows.jumps;
    cancelAnimationFrame(this.#widening);
    // The frame of the jump itself also calls what is requested now.
    this.#widening = requestAnimationFrame(() => {
      this.#widening = requestAnimationFrame(() => {
        this.#rows.widen();
        this.#update();
      });
    });
  }

  #tellBelow(): void {
    const { rows, px: grownPx } = this.#rows.grown();
    const px = Math.round(this.#rows.belowPx);
    const below = rows + grownPx === 0 ? NOTHING_BELOW : { px, rows, grownPx: Math.round(grownPx) };
    const before = this.below.peek();
    if (before.px !== below.px || before.rows !== below.rows || before.grownPx !== below.grownPx)
      this.below.value = below;
  }

  #letGo(): void {
    this.#held = null;
    if (this.#rows.isFollowing && this.#elements !== null)
      this.#rows.standAt(this.#elements.scroller.scrollTop);
  }

  /** The browser would scroll to the ends in steps, while rows are measured. */
  #press(event: KeyboardEvent): void {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return;
    if ((key !== "Home" && key !== "End") || (target as Element).closest(FIELDS) !== null) return;
    event.preventDefault();
    if (key === "End") this.#rows.open(null);
    else this.#rows.standAt(0);
    this.settle();
  }

  #refocus(scroller: HTMLElement): void {
    const selector = `[data-row="${CSS.escape(this.#focusKey)}"]`;
    const wanted = this.#focusKey === "" ? null : scroller.querySelector<HTMLElement>(selector);
    if (wanted !== null) {
      this.#focusKey = "";
      wanted.focus({ preventScroll: true });
    }
    // The keys still scroll the list after the focused row has left the page.
    if (this.#focused?.isConnected === false && document.activeElement === document.body)
      scroller.focus({ preventScroll: true });
  }
}
