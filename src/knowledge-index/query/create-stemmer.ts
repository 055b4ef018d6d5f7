import { stem } from "../../text/stemmer.ts";

/** More stems than most collections have. The cache takes a few megabytes. */
const MAX_STEMS = 30_000;
const MAX_STEMMED = 100;

/** A memoized stemmer. A full cache is cleared. */
export function createStemmer(): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    let found = known.get(word);
    if (found === undefined) {
      if (known.size >= MAX_STEMS) known.clear();
      found = stem(word);
      if (word.length <= MAX_STEMMED) known.set(word, found);
    }
    return found;
  };
}
