import { isStopWord } from "../../text/terms.ts";
import type { QueryTerm } from "../query-words.ts";
import type { NearWords } from "./word-matches.ts";

/** So many of the nearest words are looked up, and so many that the index knows are looked for, of each term. */
const LOOKED_UP = 60;
const LOOKED_FOR = 15;
/** What is looked for stands in so many chunks at most, all words together: each costs about a microsecond. */
const MAX_MATCHES = 20_000;
const HELD = "SELECT j.value AS stem, (SELECT doc FROM chunk_vocabulary WHERE term = j.value) AS holding FROM json_each(?) j";

/** Words of the index that mean something like the question's, but for its own. @returns an FTS5 expression, null when there are none */
export function matchAlike(sql: SqlStorage, terms: readonly QueryTerm[], near: NearWords, stemOf: (word: string) => string): string | null {
  const own = new Set(terms.map(({ stem }) => stem));
  const wanted = terms.map(({ term }) =>
    (near.get(term) ?? [])
      .slice(0, LOOKED_UP)
      .filter(({ word }) => !isStopWord(word) && !own.has(stemOf(word)))
      .map(({ word, cosine }) => ({ word, cosine, stem: stemOf(word) })),
  );
  const stems = [...new Set(wanted.flat().map(({ stem }) => stem))];
  const holding = new Map<string, number>();
  for (const row of sql.exec<{ stem: string; holding: number | null }>(HELD, JSON.stringify(stems))) {
    if (row.holding !== null) holding.set(row.stem, row.holding);
  }
  const known = wanted.flatMap((words) => words.filter(({ stem }) => holding.has(stem)).slice(0, LOOKED_FOR));
  const looked = new Map<string, string>();
  let matches = 0;
  for (const { word, stem } of known.toSorted((one, other) => other.cosine - one.cosine)) {
    const more = holding.get(stem) ?? 0;
    if (looked.has(stem) || matches + more > MAX_MATCHES) continue;
    looked.set(stem, `"${word}"`);
    matches += more;
  }
  return looked.size === 0 ? null : [...looked.values()].join(" OR ");
}
