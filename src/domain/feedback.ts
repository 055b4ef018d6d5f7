export const FEEDBACK_SORT_FIELDS = ["modifiedAt"] as const;

/** Maximum number of feedback records that a list counts. */
export const MAX_FEEDBACK_COUNTED = 10_000;

/** Maximum length of a feedback comment in characters. */
export const MAX_COMMENT_CHARS = 500;
