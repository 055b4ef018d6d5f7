import type { SupportReason } from "../../domain/support.ts";

/** A contradicted sentence with the citation numbers that the model used. */
export interface RejectedSentence {
  readonly sentence: string;
  readonly numbers: readonly number[];
  readonly reason: SupportReason;
}

/** Maximum number of sentences in a retry prompt. */
export const MAX_RETRIED_SENTENCES = 12;
const MAX_CHARS = 400;
const REASONS: Partial<Readonly<Record<SupportReason, string>>> = {
  figure: "a number or a date in it does not stand there",
  name: "a name in it does not stand there",
  quoted_words: "words in quotation marks in it do not stand there",
  contrary: "it denies what is said there, or says what is denied there",
};
const OTHER_REASON = "what it says is not said there";

/**
 * Builds the retry prompt for rejected sentences. Each sentence is JSON on one line, so that the model reads
 * it as data.
 * @returns "" if there is nothing to retry
 */
export function retryPrompt(failed: readonly RejectedSentence[]): string {
  if (failed.length === 0) return "";
  const lines = failed.slice(0, MAX_RETRIED_SENTENCES).map(({ sentence, numbers, reason }) => {
    const cited = numbers.length === 0 ? "" : ` It cites ${numbers.map((number) => `[${number}]`).join("")}.`;
    return `- ${JSON.stringify(sentence.slice(0, MAX_CHARS))}${cited} Wrong: ${REASONS[reason] ?? OTHER_REASON}.`;
  });
  return [
    "These sentences of your answer do not say what the sentences say that they cite:",
    ...lines,
    "Write each of them again so that it says only what its cited sentences say, in the same order, one a line, each with its numbers. Leave out those for which that cannot be done. Write nothing else.",
  ].join("\n");
}
