import type { Semantic } from "../../semantic/semantic-api.ts";
import { questionLanguage } from "../../text/question-language.ts";
import { createStemmer } from "../query/create-stemmer.ts";
import type { QueryEmbedding } from "../vectors/nearest-chunks.ts";
import { normalizedWords } from "../../text/normalized-words.ts";
import type { WordNeighbors } from "./hybrid/word-matcher.ts";
import { type QueryTerm, analyzeQuery } from "../query/query-terms.ts";

/** Limit above the neighbor count of any word, so a word that is missing from the list is not similar. */
const NEIGHBOURS = 1_000;
/**
 * At least half of the question's words must be in the word table. The table is English and misleads in other
 * languages.
 */
const MIN_KNOWN = 0.5;

/** Shorter questions get no sentence embedding, because they are a little similar to every sentence. */
const MIN_WORDS = 3;

interface Reading {
  /** Computes the query embedding. Absent if there are no vectors to compare with. */
  readonly vectorOf?: (question: string, isEnglish: boolean) => Promise<QueryEmbedding | null>;
  /** Stems a word with the cache that searches share. Absent if there is no such cache. */
  readonly stemOf?: (word: string) => string;
}

export interface AnalyzedQuestion {
  readonly query: string;
  readonly terms: readonly QueryTerm[];
  readonly stemOf: (word: string) => string;
  /**
   * Similar words of the question's terms. Null: the search is lexical only. Empty: the question is not
   * English, and only its vector counts.
   */
  readonly near: WordNeighbors | null;
  /** The query embedding. Null: no embedder answered in time. */
  readonly vector: QueryEmbedding | null;
}

export async function analyzeQuestion(
  semantic: Semantic,
  query: string,
  { vectorOf, stemOf = createStemmer() }: Reading = {},
): Promise<AnalyzedQuestion> {
  const terms = analyzeQuery(query, stemOf);
  const isEnglish = terms.length > 0 && questionLanguage(query) === "en";
  const [near, vector] = await Promise.all([
    isEnglish ? wordNeighbors(semantic, terms) : null,
    terms.length > 0 && vectorOf !== undefined && normalizedWords(query).length >= MIN_WORDS
      ? vectorOf(query, isEnglish)
      : null,
  ]);
  // The built-in encoder and the word table are both English. A question without known words is in another
  // language.
  const usable = vector !== null && (near !== null || vector.set.mean !== null) ? vector : null;
  return { query, terms, stemOf, near: near ?? (usable === null ? null : new Map()), vector: usable };
}

async function wordNeighbors(semantic: Semantic, terms: readonly QueryTerm[]): Promise<WordNeighbors | null> {
  const words = terms.map(({ term }) => term);
  const near = await semantic.nearestWords(words, NEIGHBOURS);
  if (near === null) return null;
  return words.filter((word) => near.has(word)).length >= words.length * MIN_KNOWN ? near : null;
}
