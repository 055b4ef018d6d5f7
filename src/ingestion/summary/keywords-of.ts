import { runToCompletion, type CooperativeTask } from "../../text/cooperative-task.ts";
import { termWeights, type TermWeight } from "./term-weights.ts";
import { wordsOfSentences, type SentenceWord } from "./words-of-sentences.ts";

/** Length of the beginning to read. The beginning of a long document shows its subject. */
const MAX_CHARS = 200_000;
const MAX_PHRASE_WORDS = 3;
/** In a text with at least this many words, a keyword must occur more than once. */
const REPETITION_EXPECTED_WORDS = 200;
const TELLING_WORD = /^(?=.*\p{L}).{2,40}$/u;
/** Words of instructions and addresses, which people do not search for. */
const EMPTY_WORDS = new Set(
  `also com e e.g example false following get gets http https i.e may might must need new one org see set sets shall true two use used uses
  using via want www`.split(/\s+/),
);
/**
 * Minimum share of stop words in a text of a known language. In other languages, short words count as stop
 * words.
 */
const KNOWN_LANGUAGE_STOP_WORDS = 0.3;
const SHORT_WORD = /^\p{Ll}{1,3}$/u;

interface Phrase {
  readonly words: readonly SentenceWord[];
  /** Stems of the phrase. */
  readonly key: string;
  count: number;
}

/** Orders phrases with equal scores. */
const { compare } = new Intl.Collator("en");
const PHRASES_PER_STEP = 1_000;

/**
 * Returns the best phrases of one to three words, in the text's spelling: lower case except for names. Uses
 * YAKE (Campos et al., "YAKE! Keyword extraction from single documents using multiple local features",
 * Information Sciences 509, 2020) with these changes: it compares stems, the title is the first sentence, a
 * phrase contains no stop words, and of overlapping phrases only the best one stays.
 */
export function keywordsOf(text: string, title: string, max = 10): string[] {
  return runToCompletion(keywordsSteps(text, title, max));
}

export function* keywordsSteps(text: string, title: string, max = 10): CooperativeTask<string[]> {
  const sentences: SentenceWord[][] = [];
  for (const part of [title.slice(0, MAX_CHARS), text.slice(0, MAX_CHARS)]) {
    for (const sentence of wordsOfSentences(part)) {
      sentences.push(sentence);
      yield;
    }
  }
  const weights = yield* termWeights(sentences);
  const words = sentences.flat();
  const least = words.length < REPETITION_EXPECTED_WORDS ? 1 : 2;
  const isKnownLanguage =
    words.filter((word) => word.isStopWord).length >= words.length * KNOWN_LANGUAGE_STOP_WORDS;
  const phrases = yield* phrasesOf(sentences, isKnownLanguage);
  const ranked = yield* rankedPhrases(phrases, least, weights);
  const chosen: Phrase[] = [];
  for (const { phrase } of ranked) {
    if (chosen.length >= max) break;
    if (!chosen.some((other) => holds(other, phrase) || holds(phrase, other))) chosen.push(phrase);
  }
  return chosen.map((phrase) => phrase.words.map((word) => spelling(word, weights)).join(" "));
}

/** Returns the phrases with their scores, best first. */
function* rankedPhrases(
  phrases: ReadonlyMap<string, Phrase>,
  least: number,
  weights: ReadonlyMap<string, TermWeight>,
): CooperativeTask<readonly { phrase: Phrase; score: number }[]> {
  const scored: { phrase: Phrase; score: number }[] = [];
  for (const phrase of phrases.values()) {
    if (phrase.count < least) continue;
    scored.push({ phrase, score: scoreOf(phrase, weights) });
    if (scored.length % PHRASES_PER_STEP === 0) yield;
  }
  yield;
  return scored.sort((a, b) => a.score - b.score || compare(a.phrase.key, b.phrase.key));
}

function* phrasesOf(
  sentences: readonly (readonly SentenceWord[])[],
  isKnownLanguage: boolean,
): CooperativeTask<Map<string, Phrase>> {
  const phrases = new Map<string, Phrase>();
  for (const sentence of sentences) {
    yield;
    for (let from = 0; from < sentence.length; from += 1) {
      for (let length = 1; length <= MAX_PHRASE_WORDS; length += 1) {
        const last = sentence[from + length - 1];
        if (
          last === undefined ||
          !isContentWord(last, isKnownLanguage) ||
          (length > 1 && !last.followsDirectly)
        )
          break;
        const words = sentence.slice(from, from + length);
        const key = keyOf(words);
        const known = phrases.get(key);
        if (known === undefined) phrases.set(key, { words, key, count: 1 });
        else known.count += 1;
      }
    }
  }
  return phrases;
}

function isContentWord({ surface, isStopWord }: SentenceWord, isKnownLanguage: boolean): boolean {
  if (isStopWord || !TELLING_WORD.test(surface) || EMPTY_WORDS.has(surface.toLowerCase())) return false;
  return isKnownLanguage || !SHORT_WORD.test(surface);
}

function keyOf(words: readonly SentenceWord[]): string {
  return words.map((word) => word.stem).join(" ");
}

/**
 * Returns the score of a phrase, where lower is better: the product of its words' weights, divided by its
 * count and by the sum of the weights.
 */
function scoreOf(phrase: Phrase, weights: ReadonlyMap<string, TermWeight>): number {
  const each = phrase.words.map((word) => weights.get(word.stem)?.weight ?? 1);
  const product = each.reduce((result, weight) => result * weight, 1);
  return product / (phrase.count * (1 + each.reduce((sum, weight) => sum + weight, 0)));
}

function holds(outer: Phrase, inner: Phrase): boolean {
  return inner.words.every((word) => outer.words.some((other) => other.stem === word.stem));
}

function spelling(word: SentenceWord, weights: ReadonlyMap<string, TermWeight>): string {
  return weights.get(word.stem)?.name ?? word.surface.toLowerCase();
}
