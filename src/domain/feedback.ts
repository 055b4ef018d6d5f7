export const FEEDBACK_SORT_FIELDS = ["modifiedAt"] as const;

/** So many opinions are counted at most. */
export const FEEDBACK_SEEN = 10_000;

/** The longest word to an opinion, in characters. */
export const MAX_WORD_CHARS = 500;
