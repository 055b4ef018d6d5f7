import type { Passage } from "../../../domain/retrieval.ts";
import { type Span, splitSentences } from "../../../text/sentences.ts";
import { isStopWord, stem, termsOf } from "../../../text/terms.ts";
import { joinLeadIns } from "./lead-ins.ts";
import { type Quotable, quotableSpans } from "./quotable-spans.ts";
import { aboveOf, columnsAbove, headerText, withColumnsAbove } from "./standing-above.ts";

const MAX_SENTENCES_PER_PASSAGE = 200;
/** Markdown's and plain text's marks of headings, list items and quotations: no part of what is quoted. */
const LEADING_MARK = /^(?:(?:#{1,6}|[-*+•‣▪◦●○>]|\d{1,3}[.)])\s+){1,2}/;
/** Of more sentences of a passage the index tells none. */
const MAX_LIKENESS = 64;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
const END_OF_PARAGRAPH = /\n\s*\n|[^\s]/;

export interface Word {
  readonly surface: string;
  readonly stem: string;
  /** Folded. */
  readonly term: string;
}

/** A sentence of a passage that may be quoted, a row of a table, or a member of JSON. `start` and `end` count in the passage's text. */
export interface SentenceCandidate {
  readonly passage: Passage;
  /** Its place among the sentences of the passage. */
  readonly place: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The names of the columns above this row. */
  readonly header: Span | null;
  /** Whether it is a row of a table: no other says what it is about. */
  readonly isRow: boolean;
  /** Of a question of the document with its reply: where the reply begins. */
  readonly replyStart: number | null;
  /** Stems of what introduces others, where these are quoted with it. */
  readonly introduction: ReadonlySet<string> | null;
  /** The sentence right before, in the same paragraph. */
  readonly previous: SentenceCandidate | null;
  readonly words: readonly Word[];
  readonly stems: ReadonlySet<string>;
  /** Stems of capitalised words that are not the sentence's first and no stop words. */
  readonly names: readonly string[];
  /** Its folded words with one space around each: what holds a character n-gram of `charNgrams` holds it here. */
  readonly folded: string;
  /** Stems of the sentence before, of the heading or columns above and of the document's name: what it may speak of without saying it. */
  readonly context: ReadonlySet<string>;
  /** The same, folded. */
  readonly contextTerms: ReadonlySet<string>;
  /** The document's name and the headings above it, on a line each. */
  readonly under: string;
  /** How much it means what the query does, 0 to 1; 0 where nobody can tell. */
  readonly likeness: number;
}

const stemsOf = (words: readonly Word[]): string[] => words.map((word) => word.stem);
const termsIn = (text: string): string[] => termsOf(text).map(({ term }) => term);

/** The sentences of a passage, in order, without headings and those that hold no letter or digit. */
export function sentenceCandidates(passage: Passage): SentenceCandidate[] {
  const candidates: SentenceCandidate[] = [];
  const title = termsIn(passage.displayName);
  const above = aboveOf(passage);
  let section: readonly string[] = termsIn(above?.headings ?? "");
  const outer = [passage.displayName, above?.headings ?? ""];
  let inner: readonly { readonly text: string; readonly depth: number }[] = [];
  let previous: SentenceCandidate | null = null;
  const likenessAt = likenessIn(passage);
  const spans = joinLeadIns(passage.text, quotableSpans(passage.text).slice(0, MAX_SENTENCES_PER_PASSAGE));
  for (const [place, span] of withColumnsAbove(passage, spans, columnsAbove(passage, above)).entries()) {
    if (span.isHeading) {
      const heading = passage.text.slice(span.start, span.end);
      section = termsIn(heading);
      const depth = depthOf(heading, span);
      inner = [...inner.filter((other) => other.depth < depth), { text: heading, depth }];
      continue;
    }
    const candidate = candidateOf(passage, place, span, previous);
    if (candidate === null) continue;
    const header = span.header === null ? [] : termsIn(headerText(passage, span.header));
    const before = header.length > 0 || candidate.isRow || previous === null ? header : previous.words.map(({ term }) => term);
    const contextTerms = new Set([...before, ...section, ...title]);
    candidates.push({
      ...candidate,
      context: new Set([...contextTerms].map(stem)),
      contextTerms,
      under: [...outer, ...inner.map(({ text }) => text)].join("\n"),
      likeness: likenessAt(candidate),
    });
    previous = candidates.at(-1) ?? null;
  }
  return candidates;
}

/** A heading without marks is below those that have them, but for a version's: its changes may have any. */
const depthOf = (heading: string, { isVersion = false }: Quotable): number => (isVersion ? 0 : (/^#{1,6}/.exec(heading)?.[0].length ?? 7));

/** The likeness is told of the sentences that the index knows: what is quoted takes that of the most alike of those it has a part of. */
function likenessIn({ text, likeness }: Passage): (span: Span) => number {
  if (likeness === undefined || likeness.length === 0) return () => 0;
  const sentences = splitSentences(text);
  // Told of sentences that were parted otherwise, when the document was read: of none of these more than of another.
  if (likeness.length !== Math.min(sentences.length, MAX_LIKENESS))
    return () => likeness.reduce((sum, each) => sum + each, 0) / likeness.length;
  return (span) =>
    sentences.reduce((best, { start, end }, at) => (start < span.end && span.start < end ? Math.max(best, likeness[at] ?? 0) : best), 0);
}

function candidateOf(
  passage: Passage,
  place: number,
  { start, end, header, isRow = header !== null, replyStart, introducedStart }: Quotable,
  before: SentenceCandidate | null,
): Omit<SentenceCandidate, "context" | "contextTerms" | "under" | "likeness"> | null {
  const text = passage.text.slice(start, end).replace(LEADING_MARK, "");
  if (!SAYS_SOMETHING.test(text)) return null;
  const terms = termsOf(text);
  const words = terms.map(({ surface, term }) => ({ surface, term, stem: stem(term) }));
  const named = terms.filter(({ surface, term }, at) => at > 0 && /^\p{Lu}/u.test(surface) && !isStopWord(term));
  const from = end - text.length;
  const isRightBefore = before !== null && !isRow && !END_OF_PARAGRAPH.test(passage.text.slice(before.end, from));
  return {
    passage,
    place,
    start: from,
    end,
    text,
    header,
    isRow,
    replyStart: replyStart ?? null,
    introduction: introducedStart === undefined ? null : new Set(termsIn(passage.text.slice(start, introducedStart)).map(stem)),
    previous: isRightBefore ? before : null,
    words,
    stems: new Set(stemsOf(words)),
    names: named.map(({ term }) => stem(term)),
    folded: ` ${terms.map(({ term }) => term).join(" ")} `,
  };
}
