import type { QueryTerm } from "./query-words.ts";

/**
 * Tells of passages how often they hold each term of the query. A word is stemmed only if it begins like one of the terms' stems: stemming changes
 * neither of the first two letters, unless it leaves one alone, or makes the second an i of a y ("eyed").
 */
export function termCounter(terms: readonly QueryTerm[], stemOf: (word: string) => string): (words: string) => (term: QueryTerm) => number {
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
    const named = (names: readonly string[] = []): number => names.reduce((sum, name) => sum + beginningWith(name), 0);
    return ({ stem, isPrefix, names }) => (isPrefix ? beginningWith(stem) : (counts.get(stem) ?? 0)) + named(names);
  };
}

const Y = "y".charCodeAt(0);
const I = "i".charCodeAt(0);

/** Of two letters, y and i alike; 65536 and above, so that it is never a letter's own code. */
function beginningOf(word: string): number {
  const second = word.length > 1 ? word.charCodeAt(1) : 0;
  return (word.charCodeAt(0) + 1) * 0x10000 + (second === Y ? I : second);
}

/** The held terms as they stand in the query, each spelling once; pairs of characters that overlap are joined. */
export function matchedSurfaces(query: string, terms: readonly QueryTerm[], isHeld: (term: QueryTerm) => boolean): string[] {
  const spans: { start: number; end: number }[] = [];
  for (const term of terms) {
    if (!isHeld(term)) continue;
    const last = spans.at(-1);
    if (last && term.start < last.end) last.end = term.end;
    else spans.push({ start: term.start, end: term.end });
  }
  return [...new Set(spans.map(({ start, end }) => query.slice(start, end)))];
}
