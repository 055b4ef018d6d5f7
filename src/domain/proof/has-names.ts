import type { Known } from "./proof-request.ts";
import type { Statement } from "./statement.ts";

/** What stands for somebody or something that was named before, folded. */
const REFERRING = new Set(
  "he she it they his her its their this these er sie es sein seine ihr ihre il elle ils elles el ella ellos".split(" "),
);
/** It begins with one: its subject has its name elsewhere. */
const FIRST_WORDS = 3;
/** "German", where "Germany" stands: one is how the other one begins, and this much longer at most. */
const LONGER = 4;

/**
 * Whether a sentence names somebody or something that the cited sentences do not. Names that stand in what says what those are about, or in the
 * question, count where they are not said in the place of another one: where all names of a cited sentence are said; in German, where every noun is
 * written like a name, where it begins with a pronoun too.
 */
export function hasStrangeName({ said, sources, about, question, names }: Known): boolean {
  const own = said.words.filter(({ kind, stem }) => kind === "name" || (kind === "capital" && names.has(stem)));
  const missing = own.filter(({ stem }) => !sources.some((source) => hasWord(source, stem)));
  if (missing.length === 0) return false;
  if (!missing.every(({ stem }) => [...about, question].some((place) => hasWord(place, stem)))) return true;
  return !sources.some(
    ({ words }) =>
      (words.slice(0, FIRST_WORDS).some(({ term }) => REFERRING.has(term)) || missing.every(({ kind }) => kind === "name")) &&
      words.every(({ kind, stem }) => kind !== "name" || hasWord(said, stem)),
  );
}

function hasWord({ stems }: Statement, stem: string): boolean {
  if (stems.has(stem)) return true;
  if (stem.length < 4) return false;
  for (const each of stems) {
    if (each.length < 4 || Math.abs(each.length - stem.length) > LONGER) continue;
    if (each.startsWith(stem) || stem.startsWith(each)) return true;
  }
  return false;
}
