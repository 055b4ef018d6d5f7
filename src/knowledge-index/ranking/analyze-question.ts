import { createStemmer } from "../query/create-stemmer.ts";
import { type QueryTerm, analyzeQuery } from "../query/query-terms.ts";
import type { QueryEmbedding } from "../vectors/nearest-chunks.ts";

interface Reading {
  /** Computes the query embedding. Absent if there are no vectors to compare with. */
  readonly vectorOf?: (question: string) => Promise<QueryEmbedding | null>;
  /** Stems a word with the cache that searches share. Absent if there is no such cache. */
  readonly stemOf?: (word: string) => string;
}

export interface AnalyzedQuestion {
  readonly query: string;
  readonly terms: readonly QueryTerm[];
  readonly stemOf: (word: string) => string;
  /** The query embedding. Null: the search is by words only. */
  readonly vector: QueryEmbedding | null;
}

export async function analyzeQuestion(
  query: string,
  { vectorOf, stemOf = createStemmer() }: Reading = {},
): Promise<AnalyzedQuestion> {
  const terms = analyzeQuery(query, stemOf);
  const vector = terms.length > 0 && vectorOf !== undefined ? await vectorOf(query) : null;
  return { query, terms, stemOf, vector };
}
