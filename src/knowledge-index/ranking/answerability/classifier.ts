import {
  type QuestionTerms,
  type NormalizedText,
  type PassageFeatures,
  unmentionedNames,
} from "./features.ts";
import { targetTerms } from "./target-terms.ts";
import { inverseDocumentFrequency } from "../passage-confidence.ts";
import type { TermStatistics } from "../../query/term-statistics.ts";
import { type Weights, WEIGHTS } from "./weights.ts";

/** The retrieval results that the classifier reads. */
export interface ClassifierInput {
  /** Features of the best passages; the classifier takes the maximum of each feature. */
  readonly best: readonly (PassageFeatures & Partial<SemanticFeatures>)[];
  /** Names and words of all candidates. */
  readonly candidates: readonly NormalizedText[];
  /** BM25 of all candidates. */
  readonly scores: readonly number[];
  readonly chunksInScope: number;
  /**
   * For each question term, the similarity of the closest word in all candidates, 0 to 1. Absent without word
   * vectors.
   */
  readonly termSimilarities?: readonly number[] | undefined;
}

/** Semantic features of a passage, 0 to 1 each. */
export interface SemanticFeatures {
  /** BM25 divided by the question's ideal score; similar words count in part. */
  readonly similarMass: number;
  /** Proportion of the question that the best sentence covers; similar words count in part. */
  readonly soft: number;
  /** Sentence-vector similarity of the best sentence. Absent without sentence vectors. */
  readonly vector?: number;
}

/** Estimates the probability that the results answer the question, 0 to 1. */
export type AnswerClassifier = (
  question: QuestionTerms,
  statistics: TermStatistics,
  input: ClassifierInput,
) => number;

/** With fewer than 10 candidates, the score margins are meaningless. */
const MANY = 10;
/** A word with at least this similarity means the target. A word below `OTHER_THING` means something else. */
const SAME_THING = 0.72;
const OTHER_THING = 0.6;
/** From this proportion of covered question words on, the question uses the words of the text. */
const OWN_WORDS = 0.5;
/**
 * In a scope of 100 passages, a missing target counts half as much as in a very small scope. Larger scopes
 * more often name the target with another word.
 */
const FEW_CHUNKS = 100;
/** Arabic writes prepositions and articles as part of the word, so texts and questions share fewer words. */
const JOINED = /^\p{sc=Arab}/u;
const PAIR = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}]/u;

/**
 * The probability that the results answer the question, 0 to 1, by logistic regression. One model serves all
 * languages; docs/evaluation.md describes the data.
 */
export const answerProbability: AnswerClassifier = (question, statistics, input) => {
  if (input.best.length === 0) return 0;
  const { rule, features } = extractFeatures(question, statistics, input);
  return probabilityOf(WEIGHTS[rule], features);
};

/** The feature values of one question and its results. */
export interface FeatureValues {
  /**
   * Which weights apply: `words` without semantic data, `similarWords` with word vectors, `sentences` with
   * sentence vectors.
   */
  readonly rule: keyof typeof WEIGHTS;
  readonly features: Weights;
}

export function extractFeatures(
  question: QuestionTerms,
  statistics: TermStatistics,
  { best, candidates, scores, chunksInScope, termSimilarities }: ClassifierInput,
): FeatureValues {
  const of = (feature: keyof PassageFeatures | keyof SemanticFeatures): number =>
    Math.max(...best.map((each) => each[feature] ?? 0));
  const has = (feature: keyof SemanticFeatures): boolean => best.some((each) => each[feature] !== undefined);
  const { terms } = question;
  const idf = terms.map((term) => inverseDocumentFrequency(statistics, term));
  const areMostly = (script: RegExp): boolean =>
    terms.filter(({ term }) => script.test(term)).length * 2 > terms.length;
  const unknown = terms.map(({ stem }) => (statistics.holding.get(stem) ?? 0) === 0);
  const features: Weights = {
    one: 1,
    mass: of("mass"),
    rare: of("rare"),
    names: of("names"),
    grams: of("grams"),
    similarMass: of("similarMass"),
    soft: of("soft"),
    vector: of("vector"),
    unknown: shareOf(idf, unknown.map(Number)),
    strange: shareOf(idf, unmentionedNames(question, statistics, candidates).map(Number)),
    missing:
      termSimilarities === undefined
        ? 0
        : (missingTargets(question, idf, termSimilarities) * Math.min(1, of("mass") / OWN_WORDS)) /
          (1 + chunksInScope / FEW_CHUNKS),
    terms: Math.log(Math.max(1, terms.length)),
    scope: Math.log(Math.max(1, chunksInScope)),
    ...scoreMargins(scores),
    ...(areMostly(JOINED) ? { joined: 1 } : {}),
    // Character pairs match by chance more often than words.
    ...(areMostly(PAIR) ? { paired: 1, pairedGrams: of("grams"), pairedRare: of("rare") } : {}),
  };
  return { rule: has("vector") ? "sentences" : has("soft") ? "similarWords" : "words", features };
}

export function probabilityOf(weights: Weights, features: Weights): number {
  return 1 / (1 + Math.exp(-logOdds(weights, features)));
}

/** The log-odds. */
export function logOdds(weights: Weights, features: Weights): number {
  return Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), 0);
}

/** The proportion of the idf sum that belongs to targets which the candidates do not mention. */
function missingTargets(
  question: QuestionTerms,
  idf: readonly number[],
  termSimilarities: readonly number[],
): number {
  const isThing = targetTerms(question);
  const lacks = termSimilarities.map((part) =>
    Math.min(1, Math.max(0, (SAME_THING - part) / (SAME_THING - OTHER_THING))),
  );
  return shareOf(
    idf,
    lacks.map((lack, at) => (isThing[at] === true ? lack : 0)),
  );
}

/** The weighted sum of the idf values, divided by their total. */
function shareOf(idf: readonly number[], parts: readonly number[]): number {
  const whole = idf.reduce((sum, value) => sum + value, 0);
  return whole > 0 ? idf.reduce((sum, value, at) => sum + value * (parts[at] ?? 0), 0) / whole : 0;
}

/** Score margins of the best candidate over the fifth and the tenth candidate. */
function scoreMargins(scores: readonly number[]): Weights {
  if (scores.length < MANY) return {};
  const sorted = scores.toSorted((a, b) => b - a);
  const above = (place: number): number => 1 - (sorted[place - 1] ?? 0) / (sorted[0] || 1);
  return { many: 1, fifth: above(5), tenth: above(MANY) };
}
