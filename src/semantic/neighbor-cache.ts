import type { Neighbor, Semantic } from "./semantic-api.ts";
import { MAX_WORD_CHARS, MAX_WORDS } from "./protocol.ts";

/** Cached neighbors, enough for some hundred questions and a few megabytes. */
const MAX_CACHED_NEIGHBORS = 50_000;

/** The neighbors of a word; null if the table does not contain the word. */
type Near = readonly Neighbor[] | null;

/**
 * Adds an LRU cache of word neighbors. Questions repeat the same words, and each lookup compares a word with
 * 60,000 others.
 * @param most maximum number of cached neighbors
 */
export function withNeighborCache(semantic: Semantic, most = MAX_CACHED_NEIGHBORS): Semantic {
  const kept = new Map<string, Near>();
  let size = 0;
  const forget = (key: string): void => {
    size -= sizeOf(kept.get(key) ?? null);
    kept.delete(key);
  };
  const keep = (key: string, near: Near): void => {
    if (kept.has(key)) forget(key);
    kept.set(key, near);
    size += sizeOf(near);
  };
  const nearestWords: Semantic["nearestWords"] = async (words, limit) => {
    const keyOf = (word: string): string => `${limit} ${word}`;
    const asked = [...new Set(words)].filter((word) => word.length <= MAX_WORD_CHARS).slice(0, MAX_WORDS);
    // The function reads the cache before the first await, because a concurrent search may evict the entries
    // during the call.
    const near = new Map(
      asked.flatMap((word): [string, Near][] =>
        kept.has(keyOf(word)) ? [[word, kept.get(keyOf(word)) ?? null]] : [],
      ),
    );
    const missing = asked.filter((word) => !near.has(word));
    if (missing.length > 0) {
      const found = await semantic.nearestWords(missing, limit);
      if (found === null) return null;
      for (const word of missing) near.set(word, found.get(word) ?? null);
    }
    for (const [word, list] of near) keep(keyOf(word), list);
    for (const key of kept.keys()) {
      if (size <= most) break;
      forget(key);
    }
    return new Map(
      asked.flatMap((word): [string, readonly Neighbor[]][] =>
        near.get(word) ? [[word, near.get(word) ?? []]] : [],
      ),
    );
  };
  return { ...semantic, nearestWords };
}

/** The size of a cache entry. The entry of an unknown word needs space, too. */
function sizeOf(near: Near): number {
  return 1 + (near?.length ?? 0);
}
