export const FEEDBACK_SORT_FIELDS = ["modifiedAt"] as const;

/** Maximum number of opinions that a list counts. */
export const MAX_FEEDBACK_COUNTED = 10_000;

/** Maximum length of the comment on an opinion, in characters. */
export const MAX_COMMENT_CHARS = 500;
