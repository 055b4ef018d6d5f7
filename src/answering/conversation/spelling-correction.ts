/** A misspelled word of a prompt with at least one correction, likeliest correction first. */
export interface SpellingCorrection {
  readonly surface: string;
  readonly start: number;
  readonly end: number;
  readonly spellings: readonly string[];
}
