import { isStopWord } from "../../text/terms.ts";

/** Matches quotation marks and end punctuation around a word. */
const AROUND = /^["'“”‘’«»([{`]{1,4}|["'“”‘’«»)\]}`,.;:!?…]{1,6}$/gu;
/** Matches tokens such as "-e", "$#", "/etc", "&>", "a_b", "2.1", "978" and "README.md". */
const IS_WRITTEN_EXACTLY = /\p{N}|[$#@&<>=+*\\_~^%|/]|^--?\p{L}|\p{L}\.\p{L}/u;
/** Matches acronyms of three or more characters. Shorter ones such as "US" occur too often. */
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]{2,11}$/u;
/** Matches years. They occur in many sentences, and the date rules handle them. */
const YEAR = /^1\d{3}s?$|^20\d{2}s?$/;
const MAX_COUNT = 8;

/**
 * Extracts the tokens of a question that must match exactly: numbers, options, paths, symbols and acronyms.
 */
export function exactTokens(question: string): readonly string[] {
  const isShouted = question === question.toUpperCase();
  const words = question.split(/\s+/u).map((word) => word.replace(AROUND, "") || word.replace(/\?$/, ""));
  const exact = words.filter(
    (word) =>
      !YEAR.test(word) &&
      (IS_WRITTEN_EXACTLY.test(word) ||
        (!isShouted && ACRONYM.test(word) && !isStopWord(word.toLowerCase()))),
  );
  return [...new Set(exact)].slice(0, MAX_COUNT);
}

/**
 * Returns the proportion of the exact tokens that a text contains, 0 to 1. Tokens match as a whole: "-e" does
 * not match "--edit", and "2" matches neither "2.1" nor "12".
 */
export function exactTokenShare(literals: readonly string[], text: string): number {
  return literals.length === 0
    ? 0
    : literals.filter((literal) => containsToken(text, literal)).length / literals.length;
}

const WORD = /[\p{L}\p{N}_]/u;
const DIGIT = /\p{N}/u;

function containsToken(text: string, literal: string): boolean {
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + literal.length] ?? " "];
    const isInNumber =
      /[.,]/.test(after) &&
      DIGIT.test(text[at + literal.length + 1] ?? "") &&
      DIGIT.test(literal.at(-1) ?? "");
    const isLonger = literal.startsWith("-")
      ? before === "-" || WORD.test(before)
      : WORD.test(literal[0] ?? "") && WORD.test(before);
    if (!isLonger && !isInNumber && !(WORD.test(literal.at(-1) ?? "") && WORD.test(after))) return true;
  }
  return false;
}
