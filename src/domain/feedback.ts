export const FEEDBACK_SORT_FIELDS = ["modifiedAt"] as const;

/** Maximum number of opinions that a list counts. */
export const FEEDBACK_SEEN = 10_000;

/** Maximum length of the comment on an opinion, in characters. */
export const MAX_WORD_CHARS = 500;
