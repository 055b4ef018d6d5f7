/** In what words one language asks for an overview. Patterns are regular expressions over folded words with one space between. */
export interface OverviewPhrases {
  /** What every request of the language holds: most questions hold none of it, and need not be compared with the rest. */
  readonly hint: string;
  /** What may stand before and behind, and asks nothing. */
  readonly before: string;
  readonly behind: string;
  readonly documents: readonly string[];
  readonly news: readonly string[];
  /** Group `x`: of which document; none: of its whole text. */
  readonly sections: readonly string[];
  /** Group `x`: what to sum up; none: everything. */
  readonly overview: readonly string[];
  /** Group `x`; an overview only where a document is named so: "What is the handbook about?" */
  readonly about: readonly string[];
  /** Groups `a`, `b` and perhaps `aspect`. */
  readonly compare: readonly string[];
  /** Group `x`: what to list. */
  readonly list: readonly string[];
  /** Words that name no document in particular. */
  readonly anything: string;
}
