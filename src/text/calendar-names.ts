import { stem } from "./stemmer.ts";

/**
 * Stems of capitalized words that are not names: "from May to September" answers "Can I come in January?".
 */
export const CALENDAR_NAMES: ReadonlySet<string> = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  christmas easter english`
    .split(/\s+/)
    .map(stem),
);
