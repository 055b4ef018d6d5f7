import type { ParsedRequest } from "./verification-request.ts";
import type { ParsedSentence } from "./parsed-sentence.ts";

/** Pronouns and demonstratives, normalized. */
const PRONOUNS = new Set(
  "he she it they his her its their this these er sie es sein seine ihr ihre il elle ils elles el ella ellos".split(
    " ",
  ),
);
/**
 * Number of words at the start of a sentence to search for a pronoun. A pronoun there means that another
 * sentence names the subject.
 */
const FIRST_WORDS = 3;
/**
 * Maximum number of characters by which a prefix is shorter than a word that matches it: "German" matches
 * "Germany".
 */
const MAX_EXTRA_CHARS = 4;

/**
 * True if a sentence contains a name that its cited sentences lack. A name from their context or from the
 * question is allowed if it replaces no other name. This is the case if the sentence contains all names of at
 * least one cited sentence. In German, which capitalizes every noun, that cited sentence must also begin with
 * a pronoun.
 */
export function hasUnsupportedName({ sentence, sources, contexts, question, names }: ParsedRequest): boolean {
  const own = sentence.words.filter(
    ({ kind, stem }) => kind === "name" || (kind === "capital" && names.has(stem)),
  );
  const missing = own.filter(({ stem }) => !sources.some((source) => hasWord(source, stem)));
  if (missing.length === 0) return false;
  if (!missing.every(({ stem }) => [...contexts, question].some((statement) => hasWord(statement, stem))))
    return true;
  return !sources.some(
    ({ words }) =>
      (words.slice(0, FIRST_WORDS).some(({ term }) => PRONOUNS.has(term)) ||
        missing.every(({ kind }) => kind === "name")) &&
      words.every(({ kind, stem }) => kind !== "name" || hasWord(sentence, stem)),
  );
}

function hasWord({ stems }: ParsedSentence, stem: string): boolean {
  if (stems.has(stem)) return true;
  if (stem.length < 4) return false;
  for (const each of stems) {
    if (each.length < 4 || Math.abs(each.length - stem.length) > MAX_EXTRA_CHARS) continue;
    if (each.startsWith(stem) || stem.startsWith(each)) return true;
  }
  return false;
}
