/**
 * The phrases of overview requests in one language: regular expressions over normalized words separated by
 * single spaces.
 */
export interface OverviewPatterns {
  /**
   * A pattern that every request of the language matches. Most questions fail it and skip the other patterns.
   */
  readonly hint: string;
  /** Polite phrases before and after the request. */
  readonly before: string;
  readonly behind: string;
  readonly documents: readonly string[];
  readonly news: readonly string[];
  /** Group `x`: the document; absent: the whole scope. */
  readonly sections: readonly string[];
  /** Group `x`: the target; absent: everything. */
  readonly overview: readonly string[];
  /** Group `x`. An overview only if a document has this name: "What is the handbook about?" */
  readonly about: readonly string[];
  /** Groups `a`, `b` and optionally `aspect`. */
  readonly compare: readonly string[];
  /** Group `x`: the items to list. */
  readonly list: readonly string[];
  /** Words that name no particular document. */
  readonly anything: string;
}
