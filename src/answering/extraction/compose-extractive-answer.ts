import { type SimilarWord, MIN_CONFIDENCE, type Passage, type Quote } from "../../domain/retrieval.ts";
import { abstentionSentence, nothingFitsSentence, pendingSentence } from "../abstention.ts";
import { NO_LIMITS, selectContext } from "../answer-limits.ts";
import { hasNoSubject } from "../../text/definition-targets.ts";
import { type QuestionLanguage, questionLanguage } from "../../text/question-language.ts";
import { stem } from "../../text/stemmer.ts";
import { queryTerms } from "../../text/terms.ts";
import type { AnswerRequest } from "../answerer.ts";
import { missesAmount } from "./constraints/amount.ts";
import { missesColumn } from "./constraints/column.ts";
import { missesAgent } from "./constraints/agent.ts";
import { applyStopSequences, tokenBudget } from "./token-budget.ts";
import { selectSentences } from "./select-sentences.ts";
import { quoteOf } from "./quote-of.ts";
import { readableText } from "../../text/readable-text.ts";
import { scoreSentences } from "./score-sentences.ts";
import { sentenceCandidates } from "./sentence-candidates.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";
import { streamParts } from "./stream-parts.ts";
import { suggestFollowUps } from "./suggest-follow-ups.ts";

const DEFAULT_QUOTES = 3;

/** A question with its passages. The composer reads only the best five passages that fit the limits. */
export type ExtractiveQuestion = Pick<AnswerRequest, "question" | "passages" | "confidence"> &
  Partial<AnswerRequest>;

/** An extractive answer. The joined `parts` are its text. The marker "[n]" refers to `quotes[n - 1]`. */
export type ExtractiveAnswer =
  | {
      readonly kind: "answered";
      readonly parts: string[];
      readonly quotes: Quote[];
      readonly suggestions: string[];
    }
  /**
   * No sentence answers the question, or none fits the limits. One sentence reports this, even if it exceeds
   * the limits.
   */
  | {
      readonly kind: "nothing_found" | "nothing_fits";
      readonly parts: string[];
      readonly suggestions: string[];
    };

/** The column names of a row are quoted on their own line after the row. */
const isHeaderOf = (names: SentenceCandidate, row: SentenceCandidate | undefined): boolean =>
  row?.header?.start === names.start;

/**
 * Renders the sentences with their markers. Each group of sentences becomes a paragraph. A part never splits
 * a marker.
 */
function answerParts(groups: readonly (readonly SentenceCandidate[])[]): string[] {
  const parts: string[] = [];
  let ordinal = 0;
  for (const group of groups) {
    for (const [at, sentence] of group.entries()) {
      if (ordinal > 0) parts.push(at === 0 ? "\n\n" : isHeaderOf(sentence, group[at - 1]) ? "\n" : " ");
      ordinal += 1;
      parts.push(...streamParts(readableText(sentence.text)), ` [${ordinal}]`);
    }
  }
  return parts;
}

/**
 * Answers a question with verbatim sentences of the passages, without a language model. Abstains if the
 * confidence is too low or if no passage contains a content word of the question. Never throws.
 */
export function composeExtractiveAnswer({
  question,
  topic = "",
  passages,
  confidence,
  maxQuotes = DEFAULT_QUOTES,
  limits = NO_LIMITS,
  pendingAssets = 0,
  meaning,
}: ExtractiveQuestion): ExtractiveAnswer {
  const language = questionLanguage(`${topic} ${question}`);
  const nothingFits: ExtractiveAnswer = {
    kind: "nothing_fits",
    parts: [nothingFitsSentence(language)],
    suggestions: [],
  };
  const read = confidence >= MIN_CONFIDENCE ? selectContext(question, passages, limits) : [];
  if (
    confidence >= MIN_CONFIDENCE &&
    passages.length > 0 &&
    !(confidenceIn(read, passages, confidence) >= MIN_CONFIDENCE)
  )
    return nothingFits;
  const sentences = read.flatMap(sentenceCandidates);
  const scored = scoreSentences(question, sentences, { meaning, topic });
  const asked = new Set(queryTerms(`${topic} ${question}`).map(({ term }) => stem(term)));
  const groups = applyStopSequences(
    selectSentences(scored, maxQuotes, asked, tokenBudget(limits)),
    limits,
    (some) => answerParts(some).join(""),
  );
  const picked = groups.flat();
  if (picked.length === 0 && selectSentences(scored, maxQuotes, asked).length > 0) return nothingFits;
  if (
    picked.length === 0 ||
    hasNoSubject(`${topic} ${question}`) ||
    missesConstraint(
      question,
      selectSentences(scored, DEFAULT_QUOTES, asked).flat(),
      meaning?.similarWords ?? [],
    )
  )
    return { kind: "nothing_found", parts: abstentionParts(language, pendingAssets), suggestions: [] };
  const suggestions = language === "en" ? suggestFollowUps(question, picked, sentences) : [];
  return { kind: "answered", parts: answerParts(groups), quotes: picked.map(quoteOf), suggestions };
}

/**
 * True if the quotes lack the answer type of the question. An amount must be in the best sentence or in
 * another quote of the same passage. The name of an author may be in any quote.
 * @param best quotes selected without any limits
 */
function missesConstraint(
  question: string,
  [best, ...others]: readonly SentenceCandidate[],
  alike: readonly SimilarWord[],
): boolean {
  const textOf = (quoted: readonly (SentenceCandidate | undefined)[]): string =>
    quoted.map((each) => each?.text ?? "").join(" ");
  const ofBest = [best, ...others.filter(({ passage }) => passage === best?.passage)];
  return (
    missesColumn(question, best, alike) ||
    missesAmount(question, textOf(ofBest)) ||
    missesAgent(
      question,
      [best, ...others].filter((each) => each !== undefined),
    )
  );
}

function abstentionParts(language: QuestionLanguage, pendingAssets: number): string[] {
  const abstention = abstentionSentence(language);
  return pendingAssets === 0 ? [abstention] : [abstention, ` ${pendingSentence(language, pendingAssets)}`];
}

/** Scales the confidence from the best retrieved passage to the best passage that fits the limits. */
function confidenceIn([first]: readonly Passage[], [best]: readonly Passage[], confidence: number): number {
  if (first === undefined || best === undefined) return 0;
  return first === best ? confidence : confidence * Math.min(1, first.score / best.score);
}
