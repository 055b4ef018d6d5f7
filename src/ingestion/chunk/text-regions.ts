import {
  type LocatedSpan,
  type Locator,
  type LocatorRuns,
  lineEndsIn,
  advanceLines,
  pageOf,
  regionOf,
} from "../../domain/locator.ts";
import { MAX_LOCATORS_PER_PASSAGE } from "../../domain/passage-limits.ts";

/** A part of a text whose border no passage crosses: a page, a slide, a sheet, a chapter. */
export interface TextRegion {
  readonly start: number;
  readonly end: number;
  /** Page number as the contract defines it; 0 for text without pages. */
  readonly page: number;
  /** Spans of the region, in order, without overlap. */
  readonly spans: readonly LocatedSpan[];
}

/** @param spans in order, without overlap; text outside of them has no locator */
export function* textRegions(text: string, spans: readonly LocatedSpan[]): Generator<TextRegion> {
  let at = 0;
  for (let first = 0; first < spans.length;) {
    const { start, locator } = spans[first] as LocatedSpan;
    const region = regionOf(locator);
    let next = first + 1;
    while (next < spans.length && regionOf((spans[next] as LocatedSpan).locator) === region) next += 1;
    const own = spans.slice(first, next);
    // Lines and cues are no boundaries, so text between them belongs to the same region.
    const from = region === "" ? at : start;
    const end = region === "" ? (spans[next]?.start ?? text.length) : (own.at(-1) as LocatedSpan).end;
    if (from > at) yield { start: at, end: from, page: 0, spans: [] };
    yield { start: from, end, page: pageOf(locator), spans: own };
    at = end;
    first = next;
  }
  if (at < text.length) yield { start: at, end: text.length, page: 0, spans: [] };
}

/** Returns the locators of passages. Callers ask for passages in ascending order, so total time is linear. */
export class RunsOfRegion {
  readonly #text: string;
  readonly #spans: readonly LocatedSpan[];
  #span = 0;
  /** Lines of the current span before `#counted`. */
  #lines = 0;
  #counted = 0;

  constructor(text: string, { spans, start }: TextRegion) {
    this.#text = text;
    this.#spans = spans;
    this.#counted = start;
  }

  /** Returns undefined if the region is a page, which the page number locates. */
  of(start: number, end: number): LocatorRuns | undefined {
    const runs: [number, Locator | null][] = [];
    while ((this.#spans[this.#span]?.end ?? Infinity) <= start) this.#take(this.#span + 1);
    for (let at = this.#span; at < this.#spans.length; at += 1) {
      const span = this.#spans[at] as LocatedSpan;
      if (span.start >= end) break;
      if (span.locator.kind === "page") return undefined;
      const from = Math.max(span.start, start);
      // The last allowed run covers the rest of the passage and names only the sheet.
      if (runs.length === MAX_LOCATORS_PER_PASSAGE - 1) {
        runs.push([from - start, coarse(span.locator)]);
        break;
      }
      runs.push([
        from - start,
        span.start >= start ? span.locator : advanceLines(span.locator, this.#linesBefore(start)),
      ]);
    }
    return runs.length === 0 ? undefined : runs;
  }

  #take(span: number): void {
    this.#span = span;
    this.#lines = 0;
    this.#counted = this.#spans[span]?.start ?? 0;
  }

  #linesBefore(at: number): number {
    const from = Math.max(this.#counted, this.#spans[this.#span]?.start ?? 0);
    this.#lines += lineEndsIn(this.#text, from, at);
    this.#counted = at;
    return this.#lines;
  }
}

function coarse(place: Locator): Locator | null {
  return place.kind === "sheet" ? { kind: "sheet", sheet: place.sheet } : null;
}
