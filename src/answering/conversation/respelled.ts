/** A word of a prompt, and what it may have been meant to be: the likeliest first, never none. */
export interface Respelled {
  readonly surface: string;
  readonly start: number;
  readonly end: number;
  readonly spellings: readonly string[];
}
