import type { QueryTerm } from "./query-words.ts";

/** Tells of one passage which terms of the query it holds. */
export function termHolder(words: string, stemOf: (word: string) => string): (term: QueryTerm) => number {
  const counts = new Map<string, number>();
  const all = words.split(" ");
  for (const word of all) {
    const stem = stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return ({ stem, isPrefix }) => (isPrefix ? all.filter((word) => word.startsWith(stem)).length : (counts.get(stem) ?? 0));
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
