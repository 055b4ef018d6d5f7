import { termsOf } from "../../text/terms.ts";
import { normalizedText } from "./parsed-sentence.ts";

/** Matches text in quotation marks. Repetitions are bounded, because document texts are untrusted. */
const QUOTED =
  /"([^"\n]{1,400})"|[“„«»‚‘]([^“”„«»‚‘\n]{1,400})[”“»«]|「([^「」\n]{1,400})」|『([^『』\n]{1,400})』/gu;

/**
 * True if the texts contain all quotations of the sentence word for word, each within one text.
 * @param texts normalized words
 */
export function hasQuotedWords(said: string, texts: readonly string[]): boolean {
  return [...said.matchAll(QUOTED)].every(([, ...groups]) => {
    const words = normalizedText(termsOf(groups.find((group) => group !== undefined) ?? ""));
    return words.trim() === "" || texts.some((text) => text.includes(words));
  });
}
