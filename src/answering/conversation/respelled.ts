/** A word of a prompt with at least one correction, likeliest first. */
export interface Respelled {
  readonly surface: string;
  readonly start: number;
  readonly end: number;
  readonly spellings: readonly string[];
}
