import type { LocatorRuns } from "./locator.ts";

/**
 * Maximum length of a passage in UTF-16 code units. The index reads, normalizes and returns whole passages,
 * so it must reject longer ones.
 */
export const MAX_PASSAGE_CHARS = 1_500;
/** Maximum number of locators per passage. */
export const MAX_LOCATORS_PER_PASSAGE = 128;

interface Passage {
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly locators?: LocatorRuns | undefined;
}

/**
 * Checks an imported passage against the rules of the chunker.
 * @returns the error message for the importing user, or null for a valid passage
 */
export function passageError({ ordinal, start, end, locators = [] }: Passage): string | null {
  const length = end - start;
  if (length > MAX_PASSAGE_CHARS)
    return `passage ${ordinal} has more than ${MAX_PASSAGE_CHARS.toLocaleString("en")} characters`;
  if (locators.length > MAX_LOCATORS_PER_PASSAGE)
    return `passage ${ordinal} tells of more than ${MAX_LOCATORS_PER_PASSAGE} places`;
  const isInOrder = locators.every(([at], nth) => at < length && at >= (locators[nth - 1]?.[0] ?? 0));
  return isInOrder ? null : `passage ${ordinal} tells of places outside of itself, or out of order`;
}
