import { type AlikeWord, MIN_CONFIDENCE, type Passage, type Quote } from "../../../domain/retrieval.ts";
import { abstentionSentence, nothingFitsSentence, pendingSentence } from "../../abstention.ts";
import { NO_LIMITS, passagesRead } from "../../answer-limits.ts";
import { asksOfNothing } from "../../../text/asked-term.ts";
import { type QuestionLanguage, questionLanguage } from "../../../text/question-language.ts";
import { queryTerms, stem } from "../../../text/terms.ts";
import type { AnswerRequest } from "../answerer.ts";
import { lacksAmount } from "./asked-amounts.ts";
import { lacksColumn } from "./asked-columns.ts";
import { lacksMaker } from "./asked-makers.ts";
import { beforeStop, roomFor } from "./keep-limits.ts";
import { pickSentences } from "./pick-sentences.ts";
import { quoteOf } from "./quote-of.ts";
import { readableText } from "../../../text/readable-text.ts";
import { scoreSentences } from "./score-sentences.ts";
import { sentenceCandidates } from "./sentence-candidates.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";
import { streamParts } from "./stream-parts.ts";
import { suggestFollowUps } from "./suggest-follow-ups.ts";

const DEFAULT_QUOTES = 3;

/** The best five passages that fit are read. */
export type ExtractiveQuestion = Pick<AnswerRequest, "question" | "passages" | "confidence"> & Partial<AnswerRequest>;

/** `parts` joined are the answer's text; the marker "[n]" in it stands for `quotes[n - 1]`. */
export type ExtractiveAnswer =
  | { readonly kind: "answered"; readonly parts: string[]; readonly quotes: Quote[]; readonly suggestions: string[] }
  /** Nothing answers, or nothing that answers fits the limits: one sentence says which, whatever the limits. */
  | { readonly kind: "nothing_found" | "nothing_fits"; readonly parts: string[]; readonly suggestions: string[] };

/** Columns are named on a line of their own behind their row. */
const isHeaderOf = (names: SentenceCandidate, row: SentenceCandidate | undefined): boolean => row?.header?.start === names.start;

/** The shown sentences with their markers: what is read in one go in one paragraph, the rest in paragraphs of their own. A marker is never cut. */
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
 * Answers a question with sentences of the passages, each quoted letter for letter, without a model; or says that nothing answers it:
 * when the confidence is too low or none of the question's telling words stands in a passage. Never throws.
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
  const nothingFits: ExtractiveAnswer = { kind: "nothing_fits", parts: [nothingFitsSentence(language)], suggestions: [] };
  const read = confidence >= MIN_CONFIDENCE ? passagesRead(question, passages, limits) : [];
  if (confidence >= MIN_CONFIDENCE && passages.length > 0 && !(confidenceIn(read, passages, confidence) >= MIN_CONFIDENCE))
    return nothingFits;
  const sentences = read.flatMap(sentenceCandidates);
  const scored = scoreSentences(question, sentences, { meaning, topic });
  const asked = new Set(queryTerms(`${topic} ${question}`).map(({ term }) => stem(term)));
  const groups = beforeStop(pickSentences(scored, maxQuotes, asked, roomFor(limits)), limits, (some) => answerParts(some).join(""));
  const picked = groups.flat();
  if (picked.length === 0 && pickSentences(scored, maxQuotes, asked).length > 0) return nothingFits;
  if (
    picked.length === 0 ||
    asksOfNothing(`${topic} ${question}`) ||
    lacksWhatIsAsked(question, pickSentences(scored, DEFAULT_QUOTES, asked).flat(), meaning?.alike ?? [])
  )
    return { kind: "nothing_found", parts: abstentionParts(language, pendingAssets), suggestions: [] };
  const suggestions = language === "en" ? suggestFollowUps(question, picked, sentences) : [];
  return { kind: "answered", parts: answerParts(groups), quotes: picked.map(quoteOf), suggestions };
}

/**
 * An amount must stand in what fits best, with what else of its passage would be quoted; a name of who made something in any of what would be.
 * @param best what would be quoted if there were no limits
 */
function lacksWhatIsAsked(question: string, [best, ...others]: readonly SentenceCandidate[], alike: readonly AlikeWord[]): boolean {
  const textOf = (quoted: readonly (SentenceCandidate | undefined)[]): string => quoted.map((each) => each?.text ?? "").join(" ");
  const ofBest = [best, ...others.filter(({ passage }) => passage === best?.passage)];
  return (
    lacksColumn(question, best, alike) ||
    lacksAmount(question, textOf(ofBest)) ||
    lacksMaker(
      question,
      [best, ...others].filter((each) => each !== undefined),
    )
  );
}

function abstentionParts(language: QuestionLanguage, pendingAssets: number): string[] {
  const abstention = abstentionSentence(language);
  return pendingAssets === 0 ? [abstention] : [abstention, ` ${pendingSentence(language, pendingAssets)}`];
}

/** The confidence is that of the best passages: what of it stands in passages that are not read does not count. */
function confidenceIn([first]: readonly Passage[], [best]: readonly Passage[], confidence: number): number {
  if (first === undefined || best === undefined) return 0;
  return first === best ? confidence : confidence * Math.min(1, first.score / best.score);
}
