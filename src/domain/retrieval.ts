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
   * Similarity of each sentence (`splitSentences`) with the query. Absent while the passage has no vectors.
   */
  readonly similarities?: readonly number[];
}

/** Result of a search in one index. */
export interface SearchResult {
  readonly passages: readonly Passage[];
  /**
   * The share of the query's terms that the best passage and its headings contain, weighted by rarity, 0 to 1.
   */
  readonly coverage: number;
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
