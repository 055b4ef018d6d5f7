import {
  WORDS_AFTER_ORDINALS,
  ABBREVIATIONS_BEFORE_NUMBERS,
  MID_SENTENCE_ABBREVIATIONS,
  AMBIGUOUS_ABBREVIATIONS,
  SENTENCE_STARTERS,
} from "./abbreviations.ts";
import { splitBlocks } from "./blocks.ts";
import { clauseBreaks, hasUnspacedScript } from "./clause-breaks.ts";

/** Maximum length of a sentence in UTF-16 code units. A longer sentence is split at a clause or a space. */
export const MAX_SENTENCE_CHARS = 1000;

// Matches a full stop with the closing quotes, brackets, emphasis marks and reference marks ("[12]") that
// belong to the sentence before it.
const STOP = /([.!?…‽؟۔।॥։።។]+|[。！？｡．]+)(?:["'”’»›)\]}」』）】》〉*_]|\s[»›]|\[\w{1,4}\])*/gu;
const WIDE_STOP = /^[。！？｡．]/;
/** Matches the word that ends at `lastIndex`. */
const WORD_BEFORE = /(?<=([\p{L}\p{M}.'’-]+))/uy;
const NEXT_WORD = /[\p{L}\p{M}\p{N}]+/u;
const INITIAL = /^[\p{Lu}\p{Ll}]$/u;
const ACRONYM = /^(?:\p{L}\.)+\p{L}$/u;
const SHORT_WORD = /^[\p{L}\p{M}.-]{1,5}$/u;
/** Matches a sentence that so far consists of a number only: "3." or "Fig. 3." labels the text after it. */
const ONLY_A_NUMBER = /^["'“(]*(?:\p{L}{1,10}\.?\s*)?\d{1,3}(?:\.\d{1,3})*$/u;
const ORDINAL = /(?:^|\D)\d{1,2}$/;
const CLAUSE_END = /[,;:،؛](?=\s)|[，、；：]/g;
const PROBE_CHARS = 40;

export interface Span {
  start: number;
  end: number;
}

/**
 * Whether the full stop at `stop` ends the sentence that began at `start`; `next` is the text after it,
 * without leading space.
 */
function stopEndsSentence(text: string, start: number, stop: number, next: string): boolean {
  const before = text.slice(Math.max(start, stop - PROBE_CHARS), stop);
  WORD_BEFORE.lastIndex = before.length;
  const word = WORD_BEFORE.exec(before)?.[1]?.replace(/^[.'’-]+/, "") ?? "";
  const nextWord = (NEXT_WORD.exec(next)?.[0] ?? "").toLowerCase();
  if (word === "") {
    if (stop - start < PROBE_CHARS && ONLY_A_NUMBER.test(text.slice(start, stop))) return false;
    return !(ORDINAL.test(before) && WORDS_AFTER_ORDINALS.has(nextWord));
  }
  const known = word.toLowerCase();
  if (MID_SENTENCE_ABBREVIATIONS.has(known)) return false;
  if (ABBREVIATIONS_BEFORE_NUMBERS.has(known) && /^[(]?[\d§]/.test(next)) return false;
  if (INITIAL.test(word) || ACRONYM.test(word) || AMBIGUOUS_ABBREVIATIONS.has(known))
    return SENTENCE_STARTERS.has(nextWord) && !/^\p{Ll}/u.test(next);
  return !(/^\p{Ll}/u.test(next) && SHORT_WORD.test(word));
}

function isEnd(text: string, start: number, match: RegExpExecArray, blockEnd: number): boolean {
  const after = match.index + match[0].length;
  const stop = match[1] ?? "";
  if (after >= blockEnd || WIDE_STOP.test(stop)) return true;
  if (!/\s/.test(text[after] ?? "")) return false;
  const next = text.slice(after, Math.min(blockEnd, after + PROBE_CHARS)).trimStart();
  if (stop === ".") return stopEndsSentence(text, start, match.index, next);
  // After a quote or an ellipsis, a lower-case word continues the sentence: "Really?" he said.
  const goesOn = match[0].length > stop.length || /^(?:\.{2,}|…)/.test(stop);
  return !(goesOn && /^\p{Ll}/u.test(next));
}

/**
 * The split position of a sentence that is too long: after the last clause that fits, else at the last space,
 * else between two characters.
 */
function cutBefore(text: string, start: number): number {
  const limit = start + MAX_SENTENCE_CHARS;
  const half = start + MAX_SENTENCE_CHARS / 2;
  const window = text.slice(half, limit);
  let cut = -1;
  for (const match of window.matchAll(CLAUSE_END)) cut = match.index + match[0].length;
  if (cut < 0) cut = window.search(/\s\S*$/);
  if (cut > 0) return half + cut;
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}

/** Yields a sentence; in scripts without spaces between words, yields its clauses. */
function* pieces(text: string, from: number, to: number, base: number): Generator<Span> {
  let start = from;
  if (hasUnspacedScript(text.slice(from, to))) {
    for (const end of clauseBreaks(text, from, to)) {
      yield* trimmed(text, start, end, base);
      start = end;
    }
  }
  yield* trimmed(text, start, to, base);
}

function* trimmed(text: string, from: number, to: number, base: number): Generator<Span> {
  const end = from + text.slice(from, to).trimEnd().length;
  let start = from;
  while (start < end) {
    start = end - text.slice(start, end).trimStart().length;
    const cut = end - start > MAX_SENTENCE_CHARS ? cutBefore(text, start) : end;
    yield { start: base + start, end: base + start + text.slice(start, cut).trimEnd().length };
    start = cut;
  }
}

/**
 * The sentences of plain text or Markdown: spans `[start, end)` in UTF-16 code units, offset by `base`. The
 * spans are ordered, disjoint, trimmed, non-empty, and at most MAX_SENTENCE_CHARS long. Together they contain
 * every non-whitespace character.
 */
export function splitSentences(text: string, base = 0): Span[] {
  return [...sentencesOf(text, base)];
}

/**
 * Yields the sentences one by one. The time for each sentence depends only on the white space and lines of
 * its block.
 */
export function* sentencesOf(text: string, base = 0): Generator<Span> {
  const stops = new RegExp(STOP);
  const stopAfter = (from: number): RegExpExecArray | null => {
    stops.lastIndex = from;
    return stops.exec(text);
  };
  let next = stopAfter(0);
  for (const block of splitBlocks(text)) {
    let start = block.start + leadingSpace(text, block);
    // If the last stop found lies beyond the previous block, it is also the first stop of this block.
    // Searching again would take quadratic time for texts without stops.
    if (next !== null && next.index < start) next = stopAfter(start);
    for (; next !== null && next.index < block.end; next = stopAfter(stops.lastIndex)) {
      const match = next;
      const end = Math.min(block.end, match.index + match[0].length);
      if (!isEnd(text, start, match, block.end)) continue;
      yield* pieces(text, start, end, base);
      start = end + leadingSpace(text, { start: end, end: block.end });
    }
    yield* pieces(text, start, block.end, base);
  }
}

function leadingSpace(text: string, span: Span): number {
  const probe = text.slice(span.start, Math.min(span.end, span.start + PROBE_CHARS));
  return probe.length - probe.trimStart().length;
}
