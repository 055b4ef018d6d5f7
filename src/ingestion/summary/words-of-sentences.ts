import { sentencesOf } from "../../text/sentences.ts";
import { stem } from "../../text/stemmer.ts";
import { isStopWord, termsOf, type Term } from "../../text/terms.ts";

/** A word for keywords: `stem` is compared, and `surface` is displayed. */
export interface SentenceWord {
  readonly stem: string;
  readonly surface: string;
  readonly isStopWord: boolean;
  /** Whether only a space or hyphen is between the previous word and this one. */
  readonly followsDirectly: boolean;
}

const PHRASE_GAP = /^(?:[ \t\u00a0]+|\r?\n[ \t]*|[-\u2010\u2011])$/;

/** Yields the words of each sentence in order. */
export function* wordsOfSentences(text: string): Generator<SentenceWord[]> {
  for (const { start, end } of sentencesOf(text)) yield wordsOf(text.slice(start, end));
}

function wordsOf(sentence: string): SentenceWord[] {
  const words: SentenceWord[] = [];
  let previousEnd = -1;
  const terms = termsOf(sentence);
  for (let at = 0; at < terms.length;) {
    const run = overlappingRun(terms, at);
    for (const { term, surface, start, end } of run.length > 1 ? dictionaryWords(sentence, run) : run) {
      const followsDirectly = previousEnd >= 0 && PHRASE_GAP.test(sentence.slice(previousEnd, start));
      words.push({ stem: stem(term), surface, isStopWord: isStopWord(term), followsDirectly });
      previousEnd = end;
    }
    at += run.length;
  }
  return words;
}

/**
 * Returns the run of overlapping character pairs that begins at this term. The tokenizer writes scripts
 * without spaces in this way.
 */
function overlappingRun(terms: readonly Term[], from: number): Term[] {
  let to = from + 1;
  while (to < terms.length && (terms[to]?.start ?? 0) < (terms[to - 1]?.end ?? 0)) to += 1;
  return terms.slice(from, to);
}

const PARTICLES = /^\p{scx=Hira}+$/u;

/**
 * Finds the words in a run of a script without spaces, with `Intl.Segmenter`. Skips single characters and
 * all-hiragana words, which are mostly particles.
 */
function dictionaryWords(sentence: string, run: readonly Term[]): Term[] {
  const start = run[0]?.start ?? 0;
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(
    sentence.slice(start, run.at(-1)?.end),
  );
  return [...segments]
    .filter(({ segment, isWordLike }) => isWordLike && segment.length > 1 && !PARTICLES.test(segment))
    .map(({ segment, index }) => ({
      term: segment,
      surface: segment,
      start: start + index,
      end: start + index + segment.length,
    }));
}
