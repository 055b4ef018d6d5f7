import type { QueryTerm } from "./query-terms.ts";

/**
 * @returns a function that counts each query term in a passage. Stemming keeps the first two letters, except
 * in one-letter stems and where "y" becomes "i" ("eyed"). So the function stems a word only if its first
 * letters match a term.
 */
export function termCounter(
  terms: readonly QueryTerm[],
  stemOf: (word: string) => string,
): (words: string) => (term: QueryTerm) => number {
  const beginnings = new Set<number>();
  for (const { stem } of terms) {
    beginnings.add(stem.length === 1 ? stem.charCodeAt(0) : beginningOf(stem));
  }
  return (words) => {
    const all = words.split(" ");
    const counts = new Map<string, number>();
    for (const word of all) {
      if (!beginnings.has(beginningOf(word)) && !beginnings.has(word.charCodeAt(0))) continue;
      const stem = stemOf(word);
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
    }
    const beginningWith = (stem: string): number => all.filter((word) => word.startsWith(stem)).length;
    const named = (names: readonly string[] = []): number =>
      names.reduce((sum, name) => sum + beginningWith(name), 0);
    return ({ stem, isPrefix, synonymPrefixes: names }) =>
      (isPrefix ? beginningWith(stem) : (counts.get(stem) ?? 0)) + named(names);
  };
}

const Y = "y".charCodeAt(0);
const I = "i".charCodeAt(0);

/**
 * A code of the first two letters, with "y" and "i" equal. It exceeds 65,535, so it never equals the code of
 * a single character.
 */
function beginningOf(word: string): number {
  const second = word.length > 1 ? word.charCodeAt(1) : 0;
  return (word.charCodeAt(0) + 1) * 0x10000 + (second === Y ? I : second);
}

/** The matched terms as spelled in the query, without repetitions. Overlapping character pairs are joined. */
export function matchedSurfaces(
  query: string,
  terms: readonly QueryTerm[],
  isHeld: (term: QueryTerm) => boolean,
): string[] {
  const spans: { start: number; end: number }[] = [];
  for (const term of terms) {
    if (!isHeld(term)) continue;
    const last = spans.at(-1);
    if (last && term.start < last.end) last.end = term.end;
    else spans.push({ start: term.start, end: term.end });
  }
  return [...new Set(spans.map(({ start, end }) => query.slice(start, end)))];
}
