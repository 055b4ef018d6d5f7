import { matchValue, type Neighbor } from "../../../semantic/semantic-api.ts";
import { isStopWord } from "../../../text/terms.ts";
import type { QueryTerm } from "../../query/query-terms.ts";

/** Similar words of each term of an English question, the most similar first. */
export type WordNeighbors = ReadonlyMap<string, readonly Neighbor[]>;

/**
 * How well a normalized word matches each question term: 1 for an inflection, less for a similar word. Null:
 * it matches none.
 */
export type WordMatcher = (word: string) => Float32Array | null;

export function wordMatcher(
  terms: readonly QueryTerm[],
  near: WordNeighbors,
  stemOf: (word: string) => string,
): WordMatcher {
  const gains = new Map<string, Float32Array>();
  for (const [at, { term }] of terms.entries()) {
    for (const { word, cosine } of near.get(term) ?? []) {
      if (isStopWord(word)) continue;
      const row = gains.get(word) ?? new Float32Array(terms.length);
      row[at] = Math.max(row[at] ?? 0, matchValue(cosine));
      gains.set(word, row);
    }
  }
  const places = [...terms.entries()];
  const prefixes = places.filter(([, { isPrefix }]) => isPrefix);
  const stems = Map.groupBy(
    places.filter(([, { isPrefix }]) => !isPrefix),
    ([, term]) => term.stem,
  );
  const known = new Map<string, Float32Array | null>();
  const match = (word: string): Float32Array | null => {
    const begun = prefixes.length === 0 ? [] : prefixes.filter(([, term]) => word.startsWith(term.stem));
    const same = stems.get(stemOf(word)) ?? [];
    const row = gains.get(word) ?? null;
    if (same.length + begun.length === 0) return row;
    const matched = row === null ? new Float32Array(terms.length) : Float32Array.from(row);
    for (const [at] of [...same, ...begun]) matched[at] = 1;
    return matched;
  };
  return (word) => {
    let found = known.get(word);
    if (found === undefined) known.set(word, (found = match(word)));
    return found;
  };
}

/**
 * Counts each term in normalized words. Only the closest similar word counts, with its squared similarity,
 * because many similar words do not mean the term.
 */
export function softTermCounter(terms: number, matches: WordMatcher): (words: string) => Float32Array {
  return (words) => {
    const [counts, best] = [new Float32Array(terms), new Float32Array(terms)];
    for (const word of words.split(" ")) {
      const match = matches(word);
      for (let at = 0; match !== null && at < terms; at += 1) {
        const part = match[at] ?? 0;
        if (part === 1) counts[at] = (counts[at] ?? 0) + 1;
        else best[at] = Math.max(best[at] ?? 0, part);
      }
    }
    return counts.map((count, at) => count + (best[at] ?? 0) ** 2);
  };
}
