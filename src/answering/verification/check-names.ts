import type { ParsedRequest } from "./mark-request.ts";
import type { ParsedSentence, ParsedWord } from "./parsed-sentence.ts";

/** `cited`: in the cited sentences or their context. `given`: elsewhere in the input of the model. */
export type Standing = "cited" | "given" | "missing";

/** Minimum length of a shared beginning, in characters and as a part of the longer word. */
const MIN_SHARED = 4;
const MIN_SHARED_PART = 0.55;
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
 * Returns the worst standing of the names of a sentence. The first word counts as a name only if the input
 * says so, because every sentence begins with a capital letter. German nouns count only if the input has them.
 */
export function checkNames({ sentence, sources, contexts, question, input }: ParsedRequest): Standing {
  const names = sentence.words.filter(({ kind, stem }, at) =>
    kind === "name" && at > 0 ? true : (kind === "name" || kind === "capital") && input.names.has(stem),
  );
  const isIn = (texts: readonly ParsedSentence[], { stem }: ParsedWord): boolean =>
    texts.some(({ stems }) => hasRelative(stems, stem));
  const uncited = names.filter((name) => !isIn(sources, name));
  if (uncited.length === 0) return "cited";
  const lacking = uncited.filter((name) => !isIn([...contexts, question], name));
  if (lacking.length === 0) return replacesNames(uncited, sentence, sources) ? "given" : "cited";
  return lacking.every(({ stem }) => hasRelative(input.stems, stem)) ? "given" : "missing";
}

/**
 * True if names from the context stand in place of others: each source has a name that the sentence lacks. A
 * German source, whose nouns hide its names, must begin with a pronoun.
 */
function replacesNames(
  uncited: readonly ParsedWord[],
  sentence: ParsedSentence,
  sources: readonly ParsedSentence[],
): boolean {
  const tellNames = uncited.every(({ kind }) => kind === "name");
  return !sources.some(
    ({ words }) =>
      (tellNames || words.slice(0, FIRST_WORDS).some(({ term }) => PRONOUNS.has(term))) &&
      words.every(({ kind, stem }) => kind !== "name" || hasRelative(sentence.stems, stem)),
  );
}

/** True if a stem begins like the name: "Belgium" for "Belgian". */
function hasRelative(stems: ReadonlySet<string>, name: string): boolean {
  if (stems.has(name)) return true;
  // The stems of weekdays contain a space.
  if (name.includes(" ")) return false;
  for (const stem of stems) {
    const least = Math.max(MIN_SHARED, MIN_SHARED_PART * Math.max(stem.length, name.length));
    if (stem.startsWith(name.slice(0, Math.ceil(least)))) return true;
  }
  return false;
}
