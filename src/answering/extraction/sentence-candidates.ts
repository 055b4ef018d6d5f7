import type { Passage } from "../../domain/retrieval.ts";
import { type Span, splitSentences } from "../../text/sentences.ts";
import { stem } from "../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../text/terms.ts";
import { mergeIntroductions } from "./merge-introductions.ts";
import { type CitableSpan, citableSpans } from "./citable-spans.ts";
import { headingContextOf, columnNamesBefore, columnNamesText, withColumnNames } from "./heading-context.ts";

const MAX_SENTENCES_PER_PASSAGE = 200;
/** Matches marks of headings, list items and quotations in Markdown and plain text. A quote omits them. */
const LEADING_MARK = /^(?:(?:#{1,6}|[-*+•‣▪◦●○>]|\d{1,3}[.)])\s+){1,2}/;
/** Maximum number of similarities that the index returns for a passage. */
const MAX_SIMILARITIES = 64;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const END_OF_PARAGRAPH = /\n\s*\n|[^\s]/;

export interface CandidateWord {
  readonly surface: string;
  readonly stem: string;
  /** The normalized word. */
  readonly term: string;
}

/**
 * A table row, JSON field or sentence that an answer may quote. `start` and `end` are offsets in the
 * passage's text.
 */
export interface SentenceCandidate {
  readonly passage: Passage;
  /** Index of the sentence in its passage. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Column names of this row. */
  readonly header: Span | null;
  /** True for a table row. Its context is its column names. */
  readonly isRow: boolean;
  /** Start of the reply, if the sentence is a question of the document with its reply. */
  readonly replyStart: number | null;
  /** Stems of the introduction, if the sentence is a list item that is quoted with its introduction. */
  readonly introduction: ReadonlySet<string> | null;
  /** The sentence directly before this one in the same paragraph. */
  readonly previous: SentenceCandidate | null;
  readonly words: readonly CandidateWord[];
  readonly stems: ReadonlySet<string>;
  /** Stems of capitalized words, without stop words and without the first word. */
  readonly names: readonly string[];
  /** Normalized words, each between two spaces, for matching the n-grams of `charNgrams`. */
  readonly normalized: string;
  /** Stems of the context: the sentence before, the heading or columns, and the document's name. */
  readonly context: ReadonlySet<string>;
  /** The words of `context` in normalized form. */
  readonly contextTerms: ReadonlySet<string>;
  /** The document's name and the headings over the sentence, one per line. */
  readonly under: string;
  /** Semantic similarity with the query, 0 to 1. 0 if unknown. */
  readonly similarity: number;
}

const stemsOf = (words: readonly CandidateWord[]): string[] => words.map((word) => word.stem);
const termsIn = (text: string): string[] => termsOf(text).map(({ term }) => term);

/** Returns the sentences of a passage in order. Omits headings, and sentences without letters and digits. */
export function sentenceCandidates(passage: Passage): SentenceCandidate[] {
  const candidates: SentenceCandidate[] = [];
  const title = termsIn(passage.displayName);
  const above = headingContextOf(passage);
  let section: readonly string[] = termsIn(above?.headings ?? "");
  const outer = [passage.displayName, above?.headings ?? ""];
  let inner: readonly { readonly text: string; readonly depth: number }[] = [];
  let previous: SentenceCandidate | null = null;
  const similarityAt = similarityBySpan(passage);
  const spans = mergeIntroductions(
    passage.text,
    citableSpans(passage.text).slice(0, MAX_SENTENCES_PER_PASSAGE),
  );
  for (const [index, span] of withColumnNames(passage, spans, columnNamesBefore(passage, above)).entries()) {
    if (span.isHeading) {
      const heading = passage.text.slice(span.start, span.end);
      section = termsIn(heading);
      const depth = depthOf(heading, span);
      inner = [...inner.filter((other) => other.depth < depth), { text: heading, depth }];
      continue;
    }
    const candidate = candidateOf(passage, index, span, previous);
    if (candidate === null) continue;
    const header = span.header === null ? [] : termsIn(columnNamesText(passage, span.header));
    const before =
      header.length > 0 || candidate.isRow || previous === null
        ? header
        : previous.words.map(({ term }) => term);
    const contextTerms = new Set([...before, ...section, ...title]);
    candidates.push({
      ...candidate,
      context: new Set([...contextTerms].map(stem)),
      contextTerms,
      under: [...outer, ...inner.map(({ text }) => text)].join("\n"),
      similarity: similarityAt(candidate),
    });
    previous = candidates.at(-1) ?? null;
  }
  return candidates;
}

/**
 * Returns the depth of a heading. Headings without marks are deeper than headings with marks. A version
 * heading is on the highest level, because its sections may use any level.
 */
const depthOf = (heading: string, { isVersion = false }: CitableSpan): number =>
  isVersion ? 0 : (/^#{1,6}/.exec(heading)?.[0].length ?? 7);

/**
 * Returns a function that maps spans to the similarities of indexed sentences. A span gets the highest
 * similarity of the sentences that it overlaps.
 */
function similarityBySpan({ text, similarities }: Passage): (span: Span) => number {
  if (similarities === undefined || similarities.length === 0) return () => 0;
  const sentences = splitSentences(text);
  // The index split the passage into other sentences, so its similarities cannot be assigned.
  if (similarities.length !== Math.min(sentences.length, MAX_SIMILARITIES))
    return () => similarities.reduce((sum, each) => sum + each, 0) / similarities.length;
  return (span) =>
    sentences.reduce(
      (best, { start, end }, at) =>
        start < span.end && span.start < end ? Math.max(best, similarities[at] ?? 0) : best,
      0,
    );
}

function candidateOf(
  passage: Passage,
  index: number,
  { start, end, header, isRow = header !== null, replyStart, introducedStart }: CitableSpan,
  before: SentenceCandidate | null,
): Omit<SentenceCandidate, "context" | "contextTerms" | "under" | "similarity"> | null {
  const text = passage.text.slice(start, end).replace(LEADING_MARK, "");
  if (!LETTER_OR_DIGIT.test(text)) return null;
  const terms = termsOf(text);
  const words = terms.map(({ surface, term }) => ({ surface, term, stem: stem(term) }));
  const named = terms.filter(
    ({ surface, term }, at) => at > 0 && /^\p{Lu}/u.test(surface) && !isStopWord(term),
  );
  const from = end - text.length;
  const isRightBefore =
    before !== null && !isRow && !END_OF_PARAGRAPH.test(passage.text.slice(before.end, from));
  return {
    passage,
    index,
    start: from,
    end,
    text,
    header,
    isRow,
    replyStart: replyStart ?? null,
    introduction:
      introducedStart === undefined
        ? null
        : new Set(termsIn(passage.text.slice(start, introducedStart)).map(stem)),
    previous: isRightBefore ? before : null,
    words,
    stems: new Set(stemsOf(words)),
    names: named.map(({ term }) => stem(term)),
    normalized: ` ${terms.map(({ term }) => term).join(" ")} `,
  };
}
