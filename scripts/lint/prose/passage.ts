export const CATEGORIES = ["comments", "tests", "docs", "messages"] as const;
export type Category = (typeof CATEGORIES)[number];

/** A block of prose: a paragraph, a list item, a table cell, a test name or a message. */
export interface Passage {
  readonly category: Category;
  readonly file: string;
  /** Line of the first character, counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly isTableCell?: boolean;
}

/** A text and its offset in the source. */
export interface FoundText {
  readonly text: string;
  readonly at: number;
}

export interface Sentence {
  readonly category: Category;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** The same text with code, quotations and addresses replaced by placeholder words. */
  readonly masked: string;
  readonly words: number;
}
