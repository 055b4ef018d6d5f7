import { stem } from "./terms.ts";

/**
 * Capitalized words that are no names: "Can I come in January?" is answered by "from May to September".
 * Stems.
 */
export const CALENDAR_NAMES: ReadonlySet<string> = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  christmas easter english`
    .split(/\s+/)
    .map(stem),
);
