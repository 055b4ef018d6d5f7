import type { Passage, Quote } from "../../domain/retrieval.ts";
import { questionLanguage } from "../../text/question-language.ts";
import { readableQuote } from "../../text/readable-text.ts";
import type { Span } from "../../text/sentences.ts";
import { isStopWord } from "../../text/terms.ts";
import { nothingFitsSentence } from "../abstention.ts";
import { NO_LIMITS, selectContext } from "../answer-limits.ts";
import type { AnswerRequest } from "../answerer.ts";
import { isAnswered, type ReadWindow } from "../read-passages.ts";
import { abstainWithSeeAlso } from "../see-also.ts";
import { type AnswerUnit, passageSpans, unitAt, withNextSentences } from "./answer-units.ts";
import { columnNamesText } from "./heading-context.ts";
import { type DatedCandidate, newestFirst, sentencesLike } from "./newest-first.ts";
import { quoteOf } from "./quote-of.ts";
import { scoreSpans, stemsAsked, stemsOf } from "./score-spans.ts";
import { streamParts } from "./stream-parts.ts";
import { suggestFollowUps } from "./suggest-follow-ups.ts";
import { overlapsAny, untrustedSpans } from "./untrusted-spans.ts";
import { applyStopSequences, tokenBudget } from "./token-budget.ts";

const DEFAULT_QUOTES = 3;
/** Minimum probability of a further unit in proportion to the best one. */
const MIN_SHARE_OF_BEST = 0.9;
/** Minimum score of a further unit in proportion to the best one, if no reader judged them. */
const MIN_SHARE_BY_WORDS = 0.9;

/** A question with its passages. The composer reads only the best five passages that fit the limits. */
export type ExtractiveQuestion = Pick<AnswerRequest, "question" | "passages" | "coverage"> &
  Partial<AnswerRequest>;

/** An extractive answer. The joined `parts` are its text. The marker "[n]" refers to `quotes[n - 1]`. */
export interface ExtractiveAnswer {
  /**
   * `nothing_found`: no passage answers the question, and the quotes are the nearest sentences.
   * `nothing_fits`: no unit fits the limits. One sentence reports either, even if it exceeds the limits.
   */
  readonly kind: "answered" | "nothing_found" | "nothing_fits";
  readonly parts: readonly string[];
  readonly quotes: readonly Quote[];
  readonly suggestions: readonly string[];
}

/**
 * Answers a question with verbatim units of the passages, without a language model. Abstains if no passage
 * answers. Never throws.
 */
export function composeExtractiveAnswer(request: ExtractiveQuestion): ExtractiveAnswer {
  const { question, topic = "", passages, maxQuotes = DEFAULT_QUOTES, limits = NO_LIMITS } = request;
  const language = questionLanguage(`${topic} ${question}`);
  const context = selectContext(question, passages, limits);
  const nothing = (): ExtractiveAnswer => ({
    kind: "nothing_found",
    ...abstainWithSeeAlso({ ...request, passages: context }),
    suggestions: [],
  });
  if (!isAnswered(request)) return nothing();
  const nothingFits: ExtractiveAnswer = {
    kind: "nothing_fits",
    parts: [nothingFitsSentence(language)],
    quotes: [],
    suggestions: [],
  };
  const windows = request.windows?.filter(({ passage }) => context.includes(passage)) ?? [];
  if ((request.windows?.length ?? 0) > 0 && (windows.length === 0 || !isAnswered({ ...request, windows })))
    return nothingFits;
  const found = candidatesOf(topic === "" ? question : `${topic} ${question}`, context, windows);
  const isLimited = limits.maxTokens > 0 || limits.stop.length > 0;
  const candidates = windows.length > 0 && !isLimited ? found.map(continued) : found;
  const hasRoom = tokenBudget(limits);
  const groups = applyStopSequences(pick(candidates, maxQuotes, hasRoom), limits, (some) =>
    answerParts(some).join(""),
  );
  const picked = groups.flat();
  if (picked.length === 0) return context.length === 0 || candidates.length > 0 ? nothingFits : nothing();
  const suggestions = language === "en" ? suggestFollowUps(question, picked, context) : [];
  return { kind: "answered", parts: answerParts(groups), quotes: picked.map(quoteOf), suggestions };
}

/** The units that answer, best first: by the reader's judgment, or by words and similarity. */
function candidatesOf(
  question: string,
  context: readonly Passage[],
  read: readonly ReadWindow[],
): readonly DatedCandidate[] {
  const scored =
    read.length > 0
      ? read.map((window) => ({
          passage: window.passage,
          words: wordsIn(question, window),
          score: window.probability,
        }))
      : byWords(question, context);
  const least = (scored[0]?.score ?? 0) * (read.length > 0 ? MIN_SHARE_OF_BEST : MIN_SHARE_BY_WORDS);
  const asked = new Set([...stemsAsked(question)].filter((word) => !isStopWord(word)));
  const candidates = scored.flatMap(({ passage, words, score }) => {
    const unit = words === null ? null : evidenceAt(passage, words, asked);
    return words === null || unit === null ? [] : [{ unit, words, score, isNearBest: score >= least }];
  });
  const [best] = candidates;
  if (best === undefined || read.length === 0) return candidates;
  const plain = context.map((passage) => {
    const spans = passageSpans(passage).filter(({ isHeading, isRow }) => !isHeading && isRow !== true);
    return { passage, spans };
  });
  return newestFirst([...candidates, ...sentencesLike(best, plain)], asked);
}

/** Two units that contradict each other stay short, because they may stand in one paragraph. */
function continued(candidate: DatedCandidate): DatedCandidate {
  const { unit } = candidate;
  return unit.age === undefined ? { ...candidate, unit: withNextSentences(unit) } : candidate;
}

/** The unit around the words. If it is no evidence as a whole, the sentence alone, if that is evidence. */
function evidenceAt(passage: Passage, words: Span, asked: ReadonlySet<string>): AnswerUnit | null {
  const spans = passageSpans(passage);
  const unit = unitAt(passage, spans, words, asked);
  const untrusted = untrustedSpans(passage);
  if (unit === null || !overlapsAny(unit, untrusted)) return unit;
  const own = spans.find(({ start, end }) => start <= words.start && words.end <= end);
  if (own === undefined || overlapsAny(own, untrusted)) return null;
  const { start, end } = own;
  return { ...unit, start, end, text: passage.text.slice(start, end) };
}

/** The words that the reader found. In a table, the row with most words of the question. */
function wordsIn(question: string, { passage, words, window }: ReadWindow): Span | null {
  const spans = passageSpans(passage).filter(({ start, end }) => start < window.end && window.start < end);
  const named =
    words === null ? undefined : spans.find(({ start, end }) => start < words.end && words.start < end);
  if (words !== null && named?.isRow !== true) return words;
  const rows = words === null ? spans : spans.filter(({ isRow }) => isRow === true);
  return scoreSpans(question, [{ passage, spans: rows }])[0]?.span ?? words;
}

function byWords(
  question: string,
  context: readonly Passage[],
): { passage: Passage; words: Span; score: number }[] {
  return scoreSpans(
    question,
    context.map((passage) => ({ passage, spans: passageSpans(passage) })),
  )
    .filter(({ span }) => !span.isHeading)
    .map(({ passage, span, score }) => ({ passage, words: span, score }));
}

/** Picks units without near-duplicates. Each group is a unit, followed by the column names of a row. */
function pick(
  candidates: readonly DatedCandidate[],
  limit: number,
  hasRoom: (unit: AnswerUnit) => boolean,
): AnswerUnit[][] {
  const groups: AnswerUnit[][] = [];
  let picked = 0;
  const isNew = (unit: AnswerUnit): boolean =>
    groups.every((group) => group.every((other) => !isSame(unit, other)));
  for (const { unit, isNearBest } of candidates) {
    if (picked >= limit) break;
    if ((picked > 0 && !isNearBest) || !isNew(unit) || !hasRoom(unit)) continue;
    const group = [unit];
    groups.push(group);
    picked += 1;
    const header = headerOf(unit);
    if (header === null || picked >= limit || !isNew(header) || !hasRoom(header)) continue;
    group.push(header);
    picked += 1;
  }
  return groups;
}

/** The column names of a row as a quote of their own. */
function headerOf({ passage, header }: AnswerUnit): AnswerUnit | null {
  return header === null
    ? null
    : { passage, ...header, text: columnNamesText(passage, header), header: null };
}

/** True if two units overlap, or if one has all words of the other. */
function isSame(one: AnswerUnit, other: AnswerUnit): boolean {
  if (one.passage.assetId === other.passage.assetId && one.passage.version === other.passage.version) {
    const [a, b] = [one.passage.start + one.start, other.passage.start + other.start];
    if (a < b + other.text.length && b < a + one.text.length) return true;
  }
  const [a, b] = [stemsOf(one.text), stemsOf(other.text)];
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  return [...fewer].every((word) => more.has(word));
}

/**
 * Renders each unit as a paragraph with its marker. A part never splits a marker. Units that contradict each
 * other begin with their dates.
 */
function answerParts(groups: readonly (readonly AnswerUnit[])[]): string[] {
  let ordinal = 0;
  const isContradicted = groups.flat().filter(({ age }) => age !== undefined).length > 1;
  return groups.flatMap((group) =>
    group.flatMap((unit, at) => {
      const gap = ordinal === 0 ? [] : [at === 0 ? "\n\n" : "\n"];
      const age = isContradicted && unit.age !== undefined ? [`${unit.age}: `] : [];
      ordinal += 1;
      return [...gap, ...age, ...streamParts(readableQuote(unit.text)), ` [${ordinal}]`];
    }),
  );
}
