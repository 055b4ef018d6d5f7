/** Longer tables and data stay as they are: names and paths beside each value would make them too long for an isolate. */
export const MAX_STRUCTURED_CHARS = 8 * 1024 * 1024;
