import type { Passage } from "../../domain/retrieval.ts";
import type { Span } from "../../text/sentences.ts";
import { type CitableSpan, citableSpans, isFence } from "./citable-spans.ts";
import { columnNamesBefore, headingContextOf, withColumnNames } from "./heading-context.ts";
import { stemsOf } from "./score-spans.ts";
import { passageLines } from "./passage-lines.ts";
import type { Quotable } from "./quote-of.ts";
import { overlapsAny, untrustedSpans } from "./untrusted-spans.ts";

/** Matches the mark of a list item. */
const ITEM_MARK = /^(?:[-*+•‣▪◦●○–]|[([]?(?:\p{N}{1,3}|\p{L})[.)\]])\s+/u;
/** Matches the marks of headings, list items and quotations, which a quote of one sentence omits. */
const MARK = /^(?:(?:#{1,6}|>|[-*+•‣▪◦●○–]|\p{N}{1,3}[.)])\s+){1,2}/u;
const LEADS = /[:：]\P{L}{0,4}$/u;
const BLANK_LINE = /\n[^\S\n]*\n/;
/** Maximum length of a list or code block that is quoted whole, in characters. */
const MAX_UNIT_CHARS = 900;
/** Maximum length of a sentence together with the next ones of its paragraph, in characters. */
const MAX_CONTINUED_CHARS = 400;

/** Text that a person can read alone: sentences, a list with its lead, code with its caption, or a row. */
export interface AnswerUnit extends Quotable {
  /** Column names of the row. */
  readonly header: Span | null;
  /** Date or version of the unit, if another unit contradicts it. */
  readonly age?: string;
}

/** The spans of a passage, with the column names of rows whose table begins in an earlier passage. */
export function passageSpans(passage: Passage): readonly CitableSpan[] {
  const names = columnNamesBefore(passage, headingContextOf(passage));
  return withColumnNames(passage, citableSpans(passage.text), names);
}

/** The span without the mark of a list item, a quotation or a heading at its start. */
export function withoutMark(text: string, { start, end }: Span): Span & { readonly text: string } {
  const marked = text.slice(start, end);
  const mark = MARK.exec(marked)?.[0].length ?? 0;
  return { start: start + mark, end, text: marked.slice(mark) };
}

/**
 * Returns the unit that holds the words of an answer, or null if only headings hold them.
 * @param asked stems of the question
 */
export function unitAt(
  passage: Passage,
  spans: readonly CitableSpan[],
  words: Span,
  asked: ReadonlySet<string>,
): AnswerUnit | null {
  const { text } = passage;
  const holds = ({ start, end }: Span): boolean => start < words.end && words.start < end;
  let first = spans.findIndex(holds);
  if (first < 0) return null;
  // A heading is no answer, but the text below it is.
  while (first < spans.length - 1 && spans[first]?.isHeading === true) first += 1;
  const last = Math.max(
    first,
    spans.findLastIndex((span) => holds(span) && !span.isHeading),
  );
  const [head, tail] = [spans[first] as CitableSpan, spans[last] as CitableSpan];
  if (head.isHeading) return null;
  if (head.isRow === true) return { ...unit(passage, head), header: head.header };
  const lines = new Lines(text, spans);
  const whole = codeAround(text, spans, head) ?? lines.around(first, last);
  if (whole !== null && whole.end - whole.start <= MAX_UNIT_CHARS) return unit(passage, whole);
  const plain = { start: lines.antecedent(first, last, asked) ?? head.start, end: tail.end };
  return { ...unit(passage, plain), ...withoutMark(text, plain) };
}

/**
 * The unit with the next sentences of its paragraph, as far as they fit. An answer often goes on there: the
 * reader names the fewest words that answer. Rows, lists and code stay as they are, and no order to an assistant
 * joins.
 */
export function withNextSentences(short: AnswerUnit): AnswerUnit {
  const { passage, start } = short;
  const spans = passageSpans(passage);
  const lines = new Lines(passage.text, spans);
  const untrusted = untrustedSpans(passage);
  let last = spans.findIndex(({ end }) => end === short.end);
  if (last < 0) return short;
  for (; lines.goesOn(last); last += 1) {
    const end = spans[last + 1]?.end ?? Infinity;
    if (end - start > MAX_CONTINUED_CHARS || overlapsAny({ start, end }, untrusted)) break;
  }
  return { ...short, ...unit(passage, { start, end: spans[last]?.end ?? short.end }), header: short.header };
}

const unit = (passage: Passage, { start, end }: Span): AnswerUnit => ({
  passage,
  start,
  end,
  text: passage.text.slice(start, end),
  header: null,
});

/** The fenced code, with its caption if it has one, if the span is one of the two. */
function codeAround(text: string, spans: readonly CitableSpan[], span: CitableSpan): Span | null {
  const fences = passageLines(text).filter(isFence);
  for (let at = 0; at < fences.length; at += 2) {
    const [start, end] = [fences[at]?.start ?? 0, fences[at + 1]?.end ?? text.length];
    const caption = spans.findLast((each) => each.end <= start);
    const isInside = span.start >= start && span.end <= end;
    const isCaptioned = caption?.isHeading === false && text.slice(caption.end, start).trim() === "";
    if (isInside && !isCaptioned) return { start, end };
    if (isCaptioned && (span === caption || isInside))
      return span !== caption || LEADS.test(text.slice(caption.start, caption.end))
        ? { start: caption.start, end }
        : null;
  }
  return null;
}

/** Finds lists, introduced text and described terms by the shape of the lines. */
class Lines {
  readonly #text: string;
  readonly #spans: readonly CitableSpan[];

  constructor(text: string, spans: readonly CitableSpan[]) {
    [this.#text, this.#spans] = [text, spans];
  }

  /** The block that contains the spans from `first` to `last`. Null if they are plain sentences. */
  around(first: number, last: number): Span | null {
    const [from, to] = this.#list(first, last) ?? this.#introduced(first, last);
    const [start, end] = [this.#spans[from]?.start, this.#spans[to]?.end];
    return start === undefined || end === undefined || (from === first && to === last)
      ? null
      : { start, end };
  }

  /**
   * Start of the sentence before, if only that one contains a word of the question: "The bridge is old. Its
   * keeper is Ada." for the keeper of the bridge. Null for a sentence that can stand alone.
   */
  antecedent(first: number, last: number, asked: ReadonlySet<string>): number | null {
    const before = this.#spans[first - 1];
    if (before === undefined || this.#isItem(first) || !this.#continues(first)) return null;
    const own = stemsOf(this.#text.slice(this.#spans[first]?.start, this.#spans[last]?.end));
    const earlier = stemsOf(this.#said(first - 1));
    return [...asked].some((word) => earlier.has(word) && !own.has(word)) ? before.start : null;
  }

  /** True if a sentence of the same paragraph follows that is no list item and introduces nothing. */
  goesOn(at: number): boolean {
    return this.#continues(at + 1) && !this.#isItem(at + 1) && !LEADS.test(this.#said(at + 1));
  }

  /** A list with its lead. A list without a lead only if the spans are several of its items. */
  #list(first: number, last: number): [number, number] | null {
    const isLead = !this.#isItem(last) && this.#leads(last) && this.#isItem(last + 1);
    let from = isLead ? last + 1 : this.#itemOf(first);
    if (from < 0) return null;
    for (let item = this.#itemOf(from - 1); item >= 0; item = this.#itemOf(from - 1)) from = item;
    let to = Math.max(from, last);
    while (this.#isItem(to + 1) || this.#continues(to + 1)) to += 1;
    const hasLead = this.#leads(from - 1);
    return hasLead || this.#itemOf(first) !== this.#itemOf(last) ? [hasLead ? from - 1 : from, to] : null;
  }

  /** Spans with their introduction before them, or with the text that they introduce. */
  #introduced(first: number, last: number): [number, number] {
    let [from, to] = [first, last];
    if (this.#isPlain(first - 1) && LEADS.test(this.#said(first - 1))) from -= 1;
    if (LEADS.test(this.#said(to)) && this.#isPlain(to + 1))
      do to += 1;
      while (this.#continues(to + 1));
    return [from, to];
  }

  #said(at: number): string {
    const span = this.#spans[at];
    return span === undefined ? "" : this.#text.slice(span.start, span.end);
  }

  #isPlain(at: number): boolean {
    const span = this.#spans[at];
    return span !== undefined && !span.isHeading && span.isRow !== true;
  }

  #gapBefore(at: number): string {
    return this.#text.slice(this.#spans[at - 1]?.end ?? 0, this.#spans[at]?.start ?? 0);
  }

  #isItem(at: number): boolean {
    return this.#isPlain(at) && ITEM_MARK.test(this.#said(at));
  }

  /** True if the span goes on in the paragraph of the span before. */
  #continues(at: number): boolean {
    return this.#isPlain(at) && this.#isPlain(at - 1) && !BLANK_LINE.test(this.#gapBefore(at));
  }

  /** Index of the first span of the item that contains this span, or -1. */
  #itemOf(at: number): number {
    let item = at;
    while (!this.#isItem(item) && this.#continues(item)) item -= 1;
    return this.#isItem(item) ? item : -1;
  }

  /** True if the span introduces the item below it: by a colon, or directly above it. */
  #leads(at: number): boolean {
    return this.#isPlain(at) && (LEADS.test(this.#said(at)) || this.#continues(at + 1));
  }
}
