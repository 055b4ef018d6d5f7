import type { Semantic } from "../../semantic/api.ts";
import { questionLanguage } from "../../text/question-language.ts";
import { stemmer } from "../indexed-words.ts";
import type { AskedVector } from "../sentence-vectors/like-sentences.ts";
import { normalizedWords } from "../../text/normalized-words.ts";
import type { NearWords } from "./word-matches.ts";
import { type QueryTerm, readQuery } from "../query-words.ts";

/** No word has more neighbors than this, so a missing word is not similar. */
const NEIGHBOURS = 1_000;
/**
 * The word table is English and misleads in other languages. At least this share of the question must be in
 * it.
 */
const MIN_KNOWN = 0.5;

/** Shorter questions are no sentences: they are a little similar to every sentence. */
const MIN_WORDS = 3;

interface Reading {
  /** Absent: there are no vectors to compare with. */
  readonly vectorOf?: (question: string, isEnglish: boolean) => Promise<AskedVector | null>;
  /** Absent: no stem cache is shared between searches. */
  readonly stemOf?: (word: string) => string;
}

export interface AskedQuestion {
  readonly query: string;
  readonly terms: readonly QueryTerm[];
  readonly stemOf: (word: string) => string;
  /** Null: lexical search only. Empty: the question is not English, and only its vector counts. */
  readonly near: NearWords | null;
  /** The query embedding. Null: no embedder answered in time. */
  readonly vector: AskedVector | null;
}

export async function readQuestion(
  semantic: Semantic,
  query: string,
  { vectorOf, stemOf = stemmer() }: Reading = {},
): Promise<AskedQuestion> {
  const terms = readQuery(query, stemOf);
  const isEnglish = terms.length > 0 && questionLanguage(query) === "en";
  const [near, vector] = await Promise.all([
    isEnglish ? nearWords(semantic, terms) : null,
    terms.length > 0 && vectorOf !== undefined && normalizedWords(query).length >= MIN_WORDS ? vectorOf(query, isEnglish) : null,
  ]);
  // The built-in encoder and the word table are both English. A question without known words is in another
  // language.
  const usable = vector !== null && (near !== null || vector.set.mean !== null) ? vector : null;
  return { query, terms, stemOf, near: near ?? (usable === null ? null : new Map()), vector: usable };
}

async function nearWords(semantic: Semantic, terms: readonly QueryTerm[]): Promise<NearWords | null> {
  const words = terms.map(({ term }) => term);
  const near = await semantic.nearestWords(words, NEIGHBOURS);
  if (near === null) return null;
  return words.filter((word) => near.has(word)).length >= words.length * MIN_KNOWN ? near : null;
}
