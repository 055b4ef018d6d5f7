import type { Passage } from "../../domain/retrieval.ts";
import { type Span, splitSentences } from "../../text/sentences.ts";
import { headingContextOf } from "./heading-context.ts";
import { scoreSpans } from "./score-spans.ts";

/** Number of passages that the reader reads, and of their windows. */
const [MAX_PASSAGES, MAX_WINDOWS] = [5, 7];
/** Maximum size of a window in UTF-8 bytes, about 140 tokens of any script. */
const MAX_WINDOW_BYTES = 560;

/** A part of a passage that the reader reads. */
export interface ReadingWindow {
  readonly passage: Passage;
  readonly window: Span;
  /** The last heading and the column names above the passage, then the window. */
  readonly text: string;
  /** Start of the window in `text`. */
  readonly textStart: number;
}

/**
 * Cuts the best passages into windows of whole sentences and returns the most relevant windows, the best
 * first. A passage has a window around its best sentence, another one around the best sentence outside of that
 * window, and so on. Windows do not overlap.
 */
export function readingWindows(question: string, retrieved: readonly Passage[]): ReadingWindow[] {
  const passages = retrieved
    .slice(0, MAX_PASSAGES)
    .map((passage) => ({ passage, spans: splitSentences(passage.text) }));
  const spansOf = new Map(passages.map(({ passage, spans }) => [passage, spans]));
  const ranked: (ReadingWindow & { readonly score: number })[] = [];
  const bestOf = new Map<Passage, number>();
  for (const { passage, span, score } of scoreSpans(question, passages)) {
    const taken = ranked.flatMap((other) => (other.passage === passage ? other.window : []));
    if (taken.some(({ start, end }) => start <= span.start && span.start < end)) continue;
    const from = Math.max(0, ...taken.map(({ end }) => end).filter((end) => end <= span.start));
    const to = Math.min(Infinity, ...taken.map(({ start }) => start).filter((start) => start >= span.end));
    const free = spansOf.get(passage)?.filter(({ start, end }) => start >= from && end <= to) ?? [];
    const best = bestOf.get(passage) ?? score;
    bestOf.set(passage, best);
    // A further window is as much worse than its passage as its best sentence is worse.
    ranked.push({ ...windowAround(passage, span, free), score: (passage.score * score) / best });
  }
  return ranked.toSorted((one, other) => other.score - one.score).slice(0, MAX_WINDOWS);
}

/** The sentence with as many of its neighbors as fit, below their heading and column names. */
function windowAround(passage: Passage, sentence: Span, sentences: readonly Span[]): ReadingWindow {
  const above = headingContextOf(passage);
  const lead = [above?.headings.split("\n").at(-1), above?.columns?.text]
    .map((line) => (line === undefined || line === "" ? "" : `${line}\n`))
    .join("");
  const spanOf = (first: number, last: number): Span => ({
    start: sentences[first]?.start ?? 0,
    end: sentences[last]?.end ?? 0,
  });
  const textOf = ({ start, end }: Span): string => lead + passage.text.slice(start, end);
  const fits = (first: number, last: number): boolean =>
    first >= 0 && last < sentences.length && bytesOf(textOf(spanOf(first, last))) <= MAX_WINDOW_BYTES;
  let first = sentences.indexOf(sentence);
  let last = first;
  for (let grows = true; grows;) {
    grows = false;
    if (fits(first, last + 1)) [last, grows] = [last + 1, true];
    if (fits(first - 1, last)) [first, grows] = [first - 1, true];
  }
  const window = spanOf(first, last);
  return { passage, window, text: textOf(window), textStart: lead.length };
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;
