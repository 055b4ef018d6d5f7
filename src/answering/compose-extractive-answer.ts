import type { Passage, Quote } from "../domain/retrieval.ts";
import { type AnswerLimits, beforeStop, NO_LIMITS, passagesRead, roomFor } from "./answer-limits.ts";
import { pickSentences } from "./pick-sentences.ts";
import { questionLanguage } from "./question-language.ts";
import { readableText } from "./readable-text.ts";
import { leastConfidence, nothingFitsSentence, refusalSentence } from "./refusal.ts";
import { scoreSentences } from "./score-sentences.ts";
import { sentenceCandidates } from "./sentence-candidates.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";
import { streamParts } from "./stream-parts.ts";
import { suggestFollowUps } from "./suggest-follow-ups.ts";

const DEFAULT_QUOTES = 3;

export interface ExtractiveQuestion {
  readonly question: string;
  /** Best first; the first five that fit are read. */
  readonly passages: readonly Passage[];
  /** As `SearchResult.confidence`. */
  readonly confidence: number;
  readonly maxQuotes?: number;
  readonly limits?: AnswerLimits;
}

/** `parts` joined are the answer's text; the marker "[n]" in it stands for `quotes[n - 1]`. */
export type ExtractiveAnswer =
  | { readonly kind: "answered"; readonly parts: string[]; readonly quotes: Quote[]; readonly suggestions: string[] }
  /** Nothing answers, or nothing that answers fits the limits: one sentence says which, whatever the limits. */
  | { readonly kind: "nothing_found" | "nothing_fits"; readonly parts: string[]; readonly suggestions: string[] };

function quoteOf({ passage, start, text }: SentenceCandidate): Quote {
  const { assetId, chunkId, version, page } = passage;
  const at = passage.start + start;
  return { assetId, chunkId, version, page, start: at, end: at + text.length, quote: text };
}

/** The shown sentences with their markers: neighbours in one paragraph, others in paragraphs of their own. A marker is never cut. */
function answerParts(groups: readonly (readonly SentenceCandidate[])[]): string[] {
  const parts: string[] = [];
  let ordinal = 0;
  for (const group of groups) {
    for (const [at, sentence] of group.entries()) {
      if (ordinal > 0) parts.push(at > 0 ? " " : "\n\n");
      ordinal += 1;
      parts.push(...streamParts(readableText(sentence.text)), ` [${ordinal}]`);
    }
  }
  return parts;
}

/**
 * Answers a question with sentences of the passages, each quoted letter for letter, without a model; or says that nothing answers it:
 * when the confidence is too low or none of the question's telling words stands in a passage. Never throws.
 */
export function composeExtractiveAnswer({
  question,
  passages,
  confidence,
  maxQuotes = DEFAULT_QUOTES,
  limits = NO_LIMITS,
}: ExtractiveQuestion): ExtractiveAnswer {
  const language = questionLanguage(question);
  const nothingFits: ExtractiveAnswer = { kind: "nothing_fits", parts: [nothingFitsSentence(language)], suggestions: [] };
  const least = leastConfidence(language);
  const read = confidence >= least ? passagesRead(question, passages, limits) : [];
  if (confidence >= least && passages.length > 0 && !(confidenceIn(read, passages, confidence) >= least)) return nothingFits;
  const sentences = read.flatMap(sentenceCandidates);
  const scored = scoreSentences(question, sentences);
  const groups = beforeStop(pickSentences(scored, maxQuotes, roomFor(limits)), limits, (some) => answerParts(some).join(""));
  const picked = groups.flat();
  if (picked.length === 0 && pickSentences(scored, maxQuotes).length > 0) return nothingFits;
  if (picked.length === 0) return { kind: "nothing_found", parts: [refusalSentence(language)], suggestions: [] };
  const suggestions = language === "en" ? suggestFollowUps(question, picked, sentences) : [];
  return { kind: "answered", parts: answerParts(groups), quotes: picked.map(quoteOf), suggestions };
}

/** The confidence is that of the best passages: what of it stands in passages that are not read does not count. */
function confidenceIn([first]: readonly Passage[], [best]: readonly Passage[], confidence: number): number {
  if (first === undefined || best === undefined) return 0;
  return first === best ? confidence : confidence * Math.min(1, first.score / best.score);
}
