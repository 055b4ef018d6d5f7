/**
 * The phrases of overview requests in one language: regular expressions over normalized words separated by
 * single spaces.
 */
export interface OverviewPatterns {
  /**
   * A pattern that every overview request of the language matches. Most questions do not match it and skip
   * the other patterns.
   */
  readonly hint: string;
  /** Polite phrases before and after the request. */
  readonly before: string;
  readonly behind: string;
  readonly documents: readonly string[];
  readonly news: readonly string[];
  /**
   * Requests for the sections. Group `x` names the document; without the group, the request covers the whole
   * scope.
   */
  readonly sections: readonly string[];
  /**
   * Requests for an overview. Group `x` names the target; without the group, the request covers the whole
   * scope.
   */
  readonly overview: readonly string[];
  /**
   * Questions such as "What is the handbook about?". They are overview requests only if a document has the
   * name in group `x`.
   */
  readonly about: readonly string[];
  /** Requests for a comparison of groups `a` and `b`, optionally by `aspect`. */
  readonly compare: readonly string[];
  /** Requests for a list. Group `x` names the items. */
  readonly list: readonly string[];
  /** Words that refer to any document and name none. */
  readonly anything: string;
}
