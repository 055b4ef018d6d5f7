import { questionLanguage, type QuestionLanguage } from "../text/question-language.ts";
import { abstentionParts, missingPartsSentence, seeAlsoLine } from "./abstention.ts";
import { type AnswerLimits, NO_LIMITS } from "./answer-limits.ts";
import type { AnswerQuote, AnswerRequest } from "./answerer.ts";
import { countWords } from "./count-words.ts";
import { citableSentences } from "./extraction/citable-sentences.ts";
import { quoteOf } from "./extraction/quote-of.ts";
import { scoreSpans } from "./extraction/score-spans.ts";

const MAX_PASSAGES = 3;

/** Text with its citations. */
interface CitingText {
  readonly parts: readonly string[];
  readonly quotes: readonly AnswerQuote[];
}

/** A question with its passages, best first. */
type SeeAlsoRequest = Pick<AnswerRequest, "question" | "passages"> & Partial<AnswerRequest>;

const languageOf = ({ question, topic = "" }: SeeAlsoRequest): QuestionLanguage =>
  questionLanguage(`${topic} ${question}`);

/** Returns the answer if nothing answers the question: the notice in the language of the question. */
export function abstainWithSeeAlso(request: SeeAlsoRequest): CitingText {
  return withSeeAlso(abstentionParts(languageOf(request), request.pendingAssets ?? 0), request);
}

/**
 * Adds the nearest sentence, table row or line of code of each of the best passages as a citation to a text
 * without citations. Adds nothing that exceeds the limits.
 */
export function withSeeAlso(parts: readonly string[], request: SeeAlsoRequest): CitingText {
  const { question, topic = "", passages, limits = NO_LIMITS } = request;
  const quotes = passages.slice(0, MAX_PASSAGES).flatMap((passage): AnswerQuote[] => {
    const spans = citableSentences(passage).filter(
      ({ kind, isUntrusted }) => kind !== "heading" && !isUntrusted,
    );
    const [best] = scoreSpans(`${topic} ${question}`, [{ passage, spans }]);
    return best === undefined ? [] : [quoteOf(best.span)];
  });
  const longer = [...parts, "\n\n", seeAlsoLine(languageOf(request), quotes.length)];
  const isAdded = quotes.length > 0 && fits(longer.join(""), limits);
  return isAdded ? { parts: longer, quotes } : { parts, quotes: [] };
}

/** Adds the number of parts that the answer lacks, if there are any and the limits permit it. */
export function withMissingParts(
  parts: readonly string[],
  missing: Parameters<typeof missingPartsSentence>[1] | undefined,
  request: SeeAlsoRequest,
): readonly string[] {
  if (missing === undefined) return parts;
  const longer = [...parts, "\n\n", missingPartsSentence(languageOf(request), missing)];
  return fits(longer.join(""), request.limits ?? NO_LIMITS) ? longer : parts;
}

function fits(text: string, { maxTokens, stop }: AnswerLimits): boolean {
  const isStopped = stop.some((each) => each !== "" && text.includes(each));
  return !isStopped && (maxTokens === 0 || countWords(text) <= maxTokens);
}
