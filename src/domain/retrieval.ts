import type { Id } from "./ids.ts";
import type { Locator, LocatorRuns } from "./locator.ts";

/** Where text stands in a version of an asset's extracted text: `[start, end)` in UTF-16 code units; `page` counts from 1, 0 when the format has no pages. */
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

/** A piece of an asset's extracted text that is indexed and retrieved as one. `text` is exactly `extractedText.slice(start, end)`. */
export interface Chunk extends TextSpan {
  readonly ordinal: number;
  readonly text: string;
  /** Left out where the page says all. */
  readonly locators?: LocatorRuns;
}

/** What stands in other chunks above this one, and says what it is about. */
export interface Above {
  /** The headings it belongs to, the highest first, on a line each. */
  readonly headings: string;
  /** The names of the columns of the table that continues in it, and where they stand in the text. */
  readonly columns: { readonly start: number; readonly text: string } | null;
}

/** A chunk as the index returns it. Ids are strings; `version` is the hash of the extracted text that the offsets count in. */
export interface Passage extends TextSpan {
  readonly assetId: Id<"asset">;
  readonly chunkId: string;
  readonly displayName: string;
  readonly text: string;
  readonly version: string;
  /** JSON of LocatorRuns: the runtime's types of a call between objects lose tuples. Null or left out where the page says all. */
  readonly locators?: string | null;
  /** JSON of Above. Null or left out where nothing stands above it. */
  readonly above?: string | null;
  /** Above 0, best first; comparable within one result only. */
  readonly score: number;
  /** The query's terms that this passage holds, as the asker wrote them. */
  readonly matched: readonly string[];
  /** How much each of its sentences (`splitSentences`) means what the query does, -1 to 1. Absent: nobody can tell. */
  readonly likeness?: readonly number[];
}

/** How far a word, folded, stands for a term of the query, which is told by its stem: above 0, below 1. */
export interface AlikeWord {
  readonly word: string;
  readonly stem: string;
  readonly part: number;
}

/** What a query means beyond its spelling. */
export interface QueryMeaning {
  /** What the likeness of a sentence counts, where a full share of the query's words counts 1: less, the more of them was found. */
  readonly likenessWeight: number;
  /** Words of the passages that mean something like the query's. */
  readonly alike: readonly AlikeWord[];
}

/** From this confidence on passages answer. */
export const MIN_CONFIDENCE = 0.5;

/** What a search of the index found. */
export interface SearchResult {
  readonly passages: readonly Passage[];
  /** How sure it is that the best passages answer the query, 0 to 1, in every language alike: 0 when nothing matches. */
  readonly confidence: number;
  /** Absent: words alone count. */
  readonly meaning?: QueryMeaning;
}

/** A sentence of a passage that an answer rests on. `quote` is exactly the extracted text at `[start, end)`. */
export interface Quote extends TextSpan {
  readonly assetId: Id<"asset">;
  readonly chunkId: string;
  readonly version: string;
  readonly quote: string;
  /** Where it begins, as readers of the document count; null when the format has no such places. */
  readonly locator: Locator | null;
}
