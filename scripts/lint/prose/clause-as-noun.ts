import { isPerson, PREPOSITIONS, REPORTING, RELATIVES, SUBORDINATORS } from "./clause-words.ts";
import { isWord, tokensOf } from "./tokens.ts";

/** Marks before the first word of a sentence. */
const LEADING = new Set(["(", "[", "-", "—", "–", "*", "•", "#", "→", "|", ">"]);

/**
 * Rule 2: a clause that stands as a noun. These count:
 * - *what*, *whoever* and *whomever*;
 * - *whatever* and *whichever*, unless a comma precedes ("whichever is first");
 * - *who* without a person before it, *that which* and *those who*;
 * - *which*, *whose* and *how* at the beginning of a sentence;
 * - *how* after a preposition.
 *
 * Questions do not count. Neither does an indirect question with *how* or *which* after a verb ("selects
 * which handler runs").
 */
export function hasClauseAsNoun(masked: string): boolean {
  if (/\?["”’')\s]*$/.test(masked)) return false;
  const tokens = tokensOf(masked);
  return tokens.some(
    (token, at) => isWord(tokens[at + 1]) && isClauseAt(tokens, token.replace(/'(?:s|re|ll|d|ve)$/, ""), at),
  );
}

function isClauseAt(tokens: readonly string[], word: string, at: number): boolean {
  const previous = tokens[at - 1];
  switch (word) {
    case "what":
      return previous !== "matter";
    case "whoever":
    case "whomever":
      return previous !== "matter";
    case "whatever":
    case "whichever":
      return previous !== "," && previous !== "matter";
    case "which":
      return isOpening(tokens, at) || previous === "that" || previous === "those";
    case "whose":
      return isOpening(tokens, at);
    case "how":
      return tokens[at + 1] !== "to" && (isOpening(tokens, at) || PREPOSITIONS.has(previous ?? ""));
    case "who":
      return !isRelative(tokens, at);
    case "whom":
      return isOpening(tokens, at);
    default:
      return false;
  }
}

/** Whether the sentence begins here, or the clause after a colon or semicolon. */
function isOpening(tokens: readonly string[], at: number): boolean {
  const previous = tokens[at - 1];
  if (previous === undefined || previous === ":" || previous === ";") return true;
  return at === 1 && LEADING.has(previous);
}

/** Whether the *who* at `at` refers to a person named before it. */
function isRelative(tokens: readonly string[], at: number): boolean {
  if (isOpening(tokens, at)) return false;
  const before = tokens.slice(0, at).filter(isWord);
  const previous = before.at(-1) ?? "";
  if (/^(?:those|he|she|they|them|him|that)$/.test(previous)) return false;
  if (isPerson(previous)) return true;
  const hasPerson = before.some(isPerson);
  if (/^(?:and|or|but|nor|not)$/.test(previous))
    return before.some((word) => RELATIVES.has(word)) && hasPerson;
  if (tokens[at - 1] === "," && SUBORDINATORS.has(before[0] ?? "")) return false;
  if (PREPOSITIONS.has(previous) || SUBORDINATORS.has(previous) || REPORTING.has(previous)) return false;
  return hasPerson;
}
