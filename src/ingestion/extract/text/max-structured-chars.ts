/**
 * Limit for tables and data. Longer files stay unchanged, because names and paths beside each value would
 * exceed an isolate's memory.
 */
export const MAX_STRUCTURED_CHARS = 8 * 1024 * 1024;
