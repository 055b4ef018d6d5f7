/** The largest share of sentences that may break a rule, in each category. */
export const SHARE_THRESHOLDS = { clauseAsNoun: 0.01, passive: 0.2, long: 0.03 } as const;
/** A sentence of more words is long; aim at 25. */
export const MAX_SENTENCE_WORDS = 30;
/** No table cell holds more; aim at 15. */
export const MAX_CELL_WORDS = 20;
