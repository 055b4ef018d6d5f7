import type { Id } from "./ids.ts";
import type { Locator, LocatorRuns } from "./locator.ts";

/**
 * A span `[start, end)` of a version of an asset's extracted text, in UTF-16 code units. `page` counts from
 * 1, or is 0 when the format has no pages.
 */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly page: number;
}

/** One page of a paged document within its extracted text. */
export interface PageSpan {
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

/**
 * A piece of an asset's extracted text: the unit of indexing and retrieval. `text` is exactly
 * `extractedText.slice(start, end)`.
 */
export interface Chunk extends TextSpan {
  readonly ordinal: number;
  readonly text: string;
  /** Omitted where the page number suffices. */
  readonly locators?: LocatorRuns;
}

/** The heading context of a chunk: headings and table header from earlier chunks. */
export interface HeadingContext {
  /** The headings above it, outermost first, one per line. */
  readonly headings: string;
  /** The column names of the table that continues in it, and their position in the text. */
  readonly columns: { readonly start: number; readonly text: string } | null;
}

/**
 * A chunk as the index returns it. Ids are strings. `version` is the hash of the extracted text to which the
 * offsets refer.
 */
export interface Passage extends TextSpan {
  readonly assetId: Id<"asset">;
  readonly chunkId: string;
  readonly displayName: string;
  readonly text: string;
  readonly version: string;
  /**
   * JSON of LocatorRuns, because the runtime's RPC types lose tuples. Null or omitted where the page number
   * suffices.
   */
  readonly locators?: string | null;
  /** JSON of the heading context. Null or omitted without one. */
  readonly above?: string | null;
  /** Above 0, best first. Comparable only within one result. */
  readonly score: number;
  /** The query terms in this passage, as the user wrote them. */
  readonly matched: readonly string[];
  /**
   * Similarity of each sentence (`splitSentences`) to the query, from -1 to 1. Absent without an embedder.
   */
  readonly similarities?: readonly number[];
}

/**
 * A normalized word that is similar to a query term, which is given by its stem. The weight is above 0 and
 * below 1.
 */
export interface SimilarWord {
  readonly word: string;
  readonly stem: string;
  readonly part: number;
}

/** The semantic part of a query. */
export interface QueryMeaning {
  /**
   * Weight of a sentence's similarity, relative to 1 for a full match of the query's words. Lower when the
   * passages contain more of them.
   */
  readonly similarityWeight: number;
  /** Words of the passages that are similar to query terms. */
  readonly similarWords: readonly SimilarWord[];
}

/** Passages with at least this confidence answer the question. */
export const MIN_CONFIDENCE = 0.5;

/** The result of an index search. */
export interface SearchResult {
  readonly passages: readonly Passage[];
  /**
   * Confidence that the best passages answer the query, from 0 to 1, comparable across languages. 0 when
   * nothing matches.
   */
  readonly confidence: number;
  /** Absent: only words count. */
  readonly meaning?: QueryMeaning;
}

/** A sentence of a passage that an answer cites. `quote` is exactly the extracted text at `[start, end)`. */
export interface Quote extends TextSpan {
  readonly assetId: Id<"asset">;
  readonly chunkId: string;
  readonly version: string;
  readonly quote: string;
  /** Its start in the document's own units. Null when the format has none. */
  readonly locator: Locator | null;
}
