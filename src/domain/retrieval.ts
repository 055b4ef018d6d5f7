import type { Id } from "./ids.ts";
import type { Locator, LocatorRuns } from "./locator.ts";

/**
 * A span from `start` to `end` (exclusive) in one version of an asset's extracted text, in UTF-16 code units.
 * `page` begins with 1, or is 0 if the format has no pages.
 */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly page: number;
}

/** Span of one page in the extracted text. */
export interface PageSpan {
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

/**
 * A span of an asset's extracted text, the unit of indexing and retrieval. `text` equals
 * `extractedText.slice(start, end)`.
 */
export interface Chunk extends TextSpan {
  readonly ordinal: number;
  readonly text: string;
  /** Omitted if the page number contains the same information. */
  readonly locators?: LocatorRuns;
}

/**
 * A chunk as the index returns it. Ids are strings. `version` is the hash of the extracted text in which the
 * offsets count.
 */
export interface Passage extends TextSpan {
  readonly assetId: Id<"asset">;
  readonly chunkId: string;
  readonly displayName: string;
  readonly text: string;
  readonly version: string;
  /**
   * LocatorRuns as JSON, because the RPC types of the runtime lose tuples. Null or omitted if the page number
   * contains the same information.
   */
  readonly locators?: string | null;
  /** HeadingContext as JSON. Null or omitted if the passage has none. */
  readonly above?: string | null;
  /** Relevance score, above 0. Comparable only within one result. */
  readonly score: number;
  /** Query terms that occur in the passage, in the user's spelling. */
  readonly matched: readonly string[];
  /**
   * Similarity of each sentence (`splitSentences`) with the query, from -1 to 1. Absent without an embedder.
   */
  readonly similarities?: readonly number[];
}

/**
 * A normalized word that is similar to a query term. `stem` identifies the term. The weight is above 0 and
 * below 1.
 */
export interface SimilarWord {
  readonly word: string;
  readonly stem: string;
  readonly part: number;
}

/** Results of the semantic search for a query. */
export interface QueryMeaning {
  /**
   * Weight of a sentence's semantic similarity, relative to 1 for a full match of the query's words. The more
   * of these words the passages contain, the lower the weight.
   */
  readonly similarityWeight: number;
  /** Words of the passages that are similar to query terms. */
  readonly similarWords: readonly SimilarWord[];
}

/** Minimum confidence of a result that answers the question. */
export const MIN_CONFIDENCE = 0.5;

/** Result of a search in one index. */
export interface SearchResult {
  readonly passages: readonly Passage[];
  /**
   * Confidence that the best passages answer the query, from 0 to 1. Comparable across languages. 0 if no
   * passage matches.
   */
  readonly confidence: number;
  /**
   * The share of the query's terms that the best passage and its headings contain, weighted by rarity, 0 to 1.
   */
  readonly coverage: number;
  /** Absent if the search used words only. */
  readonly meaning?: QueryMeaning;
}

/** A sentence of a passage that an answer cites. `quote` equals the extracted text from `start` to `end`. */
export interface Quote extends TextSpan {
  readonly assetId: Id<"asset">;
  readonly chunkId: string;
  readonly version: string;
  readonly quote: string;
  /** Start of the quote in the document's own units, such as pages or lines. Null if the format has none. */
  readonly locator: Locator | null;
}
