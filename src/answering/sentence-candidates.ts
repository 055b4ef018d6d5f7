import type { Passage } from "../domain/retrieval.ts";
import { splitSentences } from "../domain/text/sentences.ts";
import { charNgrams, isStopWord, stem, termsOf } from "../domain/text/terms.ts";

const MAX_SENTENCES_PER_PASSAGE = 200;
/** Markdown's and plain text's marks of headings, list items and quotations: no part of what is quoted. */
const LEADING_MARK = /^(?:#{1,6}|[-*+•‣▪◦●○>]|\d{1,3}[.)])\s+/;
/** The line that opens or closes a block of code. */
const CODE_FENCE = /^(?:`{3}|~{3})/;
const HEADING_MARK = /^#{1,6}\s/;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

export interface Word {
  readonly surface: string;
  readonly stem: string;
}

/** A sentence of a passage that may be quoted. `start` and `end` count in the passage's text. */
export interface SentenceCandidate {
  readonly passage: Passage;
  /** Its place among the sentences of the passage. */
  readonly place: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isHeading: boolean;
  readonly words: readonly Word[];
  readonly stems: ReadonlySet<string>;
  /** Stems of capitalised words that are not the sentence's first and no stop words. */
  readonly names: readonly string[];
  readonly grams: ReadonlyMap<string, number>;
  /** Stems of the sentence before and of the document's name: what the sentence may speak of without saying it. */
  readonly context: ReadonlySet<string>;
}

const stemsOf = (words: readonly Word[]): string[] => words.map((word) => word.stem);

/** The sentences of a passage, in order, without those that hold no letter or digit. */
export function sentenceCandidates(passage: Passage): SentenceCandidate[] {
  const candidates: SentenceCandidate[] = [];
  const title = termsOf(passage.displayName).map(({ term }) => stem(term));
  let previous: readonly string[] = [];
  const spans = splitSentences(passage.text).slice(0, MAX_SENTENCES_PER_PASSAGE);
  for (const [place, span] of spans.entries()) {
    const whole = passage.text.slice(span.start, span.end);
    const text = whole.replace(LEADING_MARK, "");
    if (!SAYS_SOMETHING.test(text) || CODE_FENCE.test(text)) continue;
    const terms = termsOf(text);
    const words = terms.map(({ surface, term }) => ({ surface, stem: stem(term) }));
    const named = terms.filter(({ surface, term }, at) => at > 0 && /^\p{Lu}/u.test(surface) && !isStopWord(term));
    candidates.push({
      passage,
      place,
      start: span.end - text.length,
      end: span.end,
      text,
      isHeading: HEADING_MARK.test(whole),
      words,
      stems: new Set(stemsOf(words)),
      names: named.map(({ term }) => stem(term)),
      grams: charNgrams(text),
      context: new Set([...previous, ...title]),
    });
    previous = stemsOf(words);
  }
  return candidates;
}
