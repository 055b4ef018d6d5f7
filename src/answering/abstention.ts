import type { QuestionLanguage } from "../text/question-language.ts";
import { ABSTENTION_TEXTS } from "./abstention-texts.ts";

type Texts = Readonly<Record<keyof typeof ABSTENTION_TEXTS.en, string>>;

/** The texts in the language of the question, or in English. */
function textsIn(language: QuestionLanguage): Texts {
  const texts: Readonly<Partial<Record<QuestionLanguage, Texts>>> = ABSTENTION_TEXTS;
  return texts[language] ?? ABSTENTION_TEXTS.en;
}

/** Returns the sentence that tells the user that no document in scope answers the question. */
export function abstentionSentence(language: QuestionLanguage): string {
  return textsIn(language).nothing;
}

/** Returns the sentence for an answer whose quotes all exceed the limits. */
export function nothingFitsSentence(language: QuestionLanguage): string {
  return textsIn(language).nothingFits;
}

/**
 * Returns the sentence that follows an abstention while documents in scope are unprocessed, because one of
 * them may contain the answer.
 */
export function pendingSentence(language: QuestionLanguage, pendingAssets: number): string {
  return textsIn(language).pending.replace("#", String(pendingAssets));
}

/** Returns the text of an answer that finds nothing, with the number of unprocessed documents. */
export function abstentionParts(language: QuestionLanguage, pendingAssets: number): string[] {
  const abstention = abstentionSentence(language);
  return pendingAssets === 0 ? [abstention] : [abstention, ` ${pendingSentence(language, pendingAssets)}`];
}

/** Returns the line that refers to the first citations. */
export function seeAlsoLine(language: QuestionLanguage, citations: number): string {
  const markers = Array.from({ length: citations }, (_, at) => `[${at + 1}]`).join(" ");
  return `${textsIn(language).seeAlso} ${markers}`;
}

/** Returns the sentence about parts of the documents that the answer lacks. */
export function missingPartsSentence(
  language: QuestionLanguage,
  { parts, of }: { readonly parts: number; readonly of: number },
): string {
  return textsIn(language).missing.replace("#", `${parts}/${of}`);
}
