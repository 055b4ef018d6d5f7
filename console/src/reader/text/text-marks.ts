import { CAN_HIGHLIGHT, flash, highlight, showAtThird, unhighlight } from "../highlights.ts";
import type { Hit, Mark, ReaderView } from "../reader-view.ts";
import { coversQuote, drawnPieces, rangesWithin } from "./ranges.ts";

type Pieces = ReturnType<typeof drawnPieces>;

/** More hits than these would slow down each new slice. */
const MAX_PAINTED_HITS = 500;
/** The first piece of a chapter begins within these. */
const MAX_HEADING_CHARS = 20;

/** Marks the cited words and the hits of a search in a drawn text. */
export class TextMarks {
  /** What the screen still has to show. */
  #goal: "mark" | "hit" | "offset" | null;
  readonly #mark: Mark | null;
  readonly #view: ReaderView;

  constructor(mark: Mark | null, view: ReaderView) {
    this.#mark = mark;
    this.#view = view;
    this.#goal = mark === null ? null : "mark";
  }

  end(): void {
    unhighlight(this);
  }

  /** The next painting shows the hit. */
  wantHit(): void {
    this.#goal = "hit";
  }

  /** The next painting shows the offset that the reader asks for. */
  wantOffset(): void {
    this.#goal = "offset";
  }

  /** @param isDrawn whether the text at an offset is drawn */
  paint(host: HTMLElement, isDrawn: (offset: number) => boolean): void {
    const pieces = drawnPieces(host);
    this.#paintMark(host, pieces, isDrawn);
    this.#paintHits(pieces);
    const offset = this.#view.wantedOffset.peek();
    if (this.#goal === "offset" && offset !== null && isDrawn(offset)) {
      this.#goal = null;
      showAtThird(host, rangesWithin(pieces, offset, offset + MAX_HEADING_CHARS));
    }
    const hit = this.#view.hit.peek();
    if (this.#goal !== "hit" || hit === null || !isDrawn(hit.start)) return;
    this.#goal = null;
    const ranges = rangesWithin(pieces, hit.start, hit.end);
    for (const { startContainer } of ranges)
      startContainer.parentElement?.closest("details")?.setAttribute("open", "");
    showAtThird(host, ranges);
  }

  #paintMark(host: HTMLElement, pieces: Pieces, isDrawn: (offset: number) => boolean): void {
    const mark = this.#mark;
    if (mark === null || !isDrawn(mark.start)) return highlight(this, "cited", []);
    const cited = rangesWithin(pieces, mark.start, mark.end);
    const isCovered = CAN_HIGHLIGHT && coversQuote(cited, mark.quote);
    highlight(this, "cited", isCovered ? cited : []);
    this.#view.markState.value = isCovered ? "marked" : "missing";
    if (this.#goal !== "mark") return;
    this.#goal = null;
    showAtThird(host, cited);
    if (isCovered) flash(host, cited);
  }

  #paintHits(pieces: Pieces): void {
    const hit = this.#view.hit.peek();
    const near = hit === null ? [] : hitsAround(this.#view.hits.peek(), hit);
    const found = near.flatMap(({ start, end }) => rangesWithin(pieces, start, end));
    highlight(this, "found", found);
    highlight(this, "here", hit === null ? [] : rangesWithin(pieces, hit.start, hit.end));
  }
}

function hitsAround(hits: readonly Hit[], hit: Hit): readonly Hit[] {
  const at = Math.max(0, hits.indexOf(hit) - MAX_PAINTED_HITS / 2);
  return hits.slice(at, at + MAX_PAINTED_HITS);
}
