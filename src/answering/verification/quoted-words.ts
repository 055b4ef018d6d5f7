import { termsOf } from "../../text/terms.ts";
import { normalizedText } from "./parsed-sentence.ts";

/** Matches text in quotation marks. Repetitions are bounded, because document texts are untrusted. */
const QUOTED =
  /"([^"\n]{1,400})"|[“„«»‚‘]([^“”„«»‚‘\n]{1,400})[”“»«]|「([^「」\n]{1,400})」|『([^『』\n]{1,400})』/gu;

/**
 * Matches paths, options, file names and names with underscores. Code repeats them letter by letter, so a
 * sentence quotes them even without quotation marks.
 */
const CODE_NAME =
  /(?<![\p{L}\p{N}_./~-])(?:[~.]{0,2}(?:\/[\w.-]{1,60}){2,12}|--[a-z][\w-]{1,40}|[\w-]{2,60}\.[a-z][a-z0-9]{1,4}(?![\w-]|\.\w)|[a-z]\w{0,40}_\w{1,40})/gu;

/**
 * True if the texts contain all quotations and code names of the sentence word for word, each within one text.
 * @param texts normalized words
 */
export function hasQuotedWords(said: string, texts: readonly string[]): boolean {
  const quotations = [...said.matchAll(QUOTED)].map(
    ([, ...groups]) => groups.find((group) => group !== undefined) ?? "",
  );
  const names = Array.from(said.matchAll(CODE_NAME), ([name]) => name);
  return [...quotations, ...names].every((quotation) => {
    const words = normalizedText(termsOf(quotation));
    return words.trim() === "" || texts.some((text) => text.includes(words));
  });
}
