import { type AskedWords, type FoldedNames, type PassageSigns, strangeTerms } from "./passage-signs.ts";
import { askedThings } from "./asked-things.ts";
import { inverseFrequency } from "../confidence.ts";
import type { TermStatistics } from "../term-statistics.ts";
import { type Weights, WEIGHTS } from "./weights.ts";

/** The retrieval results that the classifier reads. */
export interface Findings {
  /** Features of the best passages; the classifier takes the maximum of each feature. */
  readonly best: readonly (PassageSigns & Partial<MeaningSigns>)[];
  /** Names and words of all candidates. */
  readonly found: readonly FoldedNames[];
  /** BM25 of all candidates. */
  readonly scores: readonly number[];
  readonly chunksInScope: number;
  /**
   * For each question term, the similarity of the closest word in all candidates, 0 to 1. Absent without word
   * vectors.
   */
  readonly held?: readonly number[] | undefined;
}

/** Semantic features of a passage, 0 to 1 each. */
export interface MeaningSigns {
  /** BM25 divided by the question's ideal score; similar words count in part. */
  readonly alikeMass: number;
  /** Share of the question that the best sentence covers; similar words count in part. */
  readonly soft: number;
  /** Sentence-vector similarity of the best sentence. Absent without sentence vectors. */
  readonly use?: number;
}

/** Estimates the probability that the results answer the question, 0 to 1. */
export type Judge = (question: AskedWords, statistics: TermStatistics, findings: Findings) => number;

/** Below this number of candidates, the score margins say nothing. */
const MANY = 10;
/** From this similarity on, a word stands for the target. Below `OTHER_THING` it means something else. */
const SAME_THING = 0.72;
const OTHER_THING = 0.6;
/** From this share on, the question uses the words of the text. */
const OWN_WORDS = 0.5;
/**
 * In a scope of this many passages a missing target counts half as much. Larger scopes more often name the
 * target with another word.
 */
const FEW_CHUNKS = 100;
/** Arabic writes prepositions and articles as part of the word, so texts and questions share fewer words. */
const JOINED = /^\p{sc=Arab}/u;
const PAIR = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}]/u;

/**
 * The probability that the results answer the question, 0 to 1, by logistic regression. One model serves all
 * languages; docs/evaluation.md describes the data.
 */
export const certaintyOf: Judge = (question, statistics, findings) => {
  if (findings.best.length === 0) return 0;
  const { rule, signs } = signsOf(question, statistics, findings);
  return certaintyBy(WEIGHTS[rule], signs);
};

/** The feature values of one question and its results. */
export interface Signs {
  /**
   * Which weights apply: `words` without semantic data, `wordsAlike` with word vectors, `sentences` with
   * sentence vectors.
   */
  readonly rule: keyof typeof WEIGHTS;
  readonly signs: Weights;
}

export function signsOf(question: AskedWords, statistics: TermStatistics, { best, found, scores, chunksInScope, held }: Findings): Signs {
  const of = (sign: keyof PassageSigns | keyof MeaningSigns): number => Math.max(...best.map((each) => each[sign] ?? 0));
  const has = (sign: keyof MeaningSigns): boolean => best.some((each) => each[sign] !== undefined);
  const { terms } = question;
  const idf = terms.map((term) => inverseFrequency(statistics, term));
  const areMostly = (script: RegExp): boolean => terms.filter(({ term }) => script.test(term)).length * 2 > terms.length;
  const unknown = terms.map(({ stem }) => (statistics.holding.get(stem) ?? 0) === 0);
  const signs: Weights = {
    one: 1,
    mass: of("mass"),
    rare: of("rare"),
    names: of("names"),
    grams: of("grams"),
    alikeMass: of("alikeMass"),
    soft: of("soft"),
    use: of("use"),
    unknown: shareOf(idf, unknown.map(Number)),
    strange: shareOf(idf, strangeTerms(question, statistics, found).map(Number)),
    missing:
      held === undefined
        ? 0
        : (missingThings(question, idf, held) * Math.min(1, of("mass") / OWN_WORDS)) / (1 + chunksInScope / FEW_CHUNKS),
    terms: Math.log(Math.max(1, terms.length)),
    scope: Math.log(Math.max(1, chunksInScope)),
    ...standingOut(scores),
    ...(areMostly(JOINED) ? { joined: 1 } : {}),
    // Character pairs match by chance more often than words.
    ...(areMostly(PAIR) ? { paired: 1, pairedGrams: of("grams"), pairedRare: of("rare") } : {}),
  };
  return { rule: has("use") ? "sentences" : has("soft") ? "wordsAlike" : "words", signs };
}

export function certaintyBy(weights: Weights, signs: Weights): number {
  return 1 / (1 + Math.exp(-oddsBy(weights, signs)));
}

/** The log-odds. */
export function oddsBy(weights: Weights, signs: Weights): number {
  return Object.entries(weights).reduce((sum, [sign, weight]) => sum + weight * (signs[sign] ?? 0), 0);
}

/** The idf share of the question's targets that the candidates do not mention. */
function missingThings(question: AskedWords, idf: readonly number[], held: readonly number[]): number {
  const isThing = askedThings(question);
  const lacks = held.map((part) => Math.min(1, Math.max(0, (SAME_THING - part) / (SAME_THING - OTHER_THING))));
  return shareOf(
    idf,
    lacks.map((lack, at) => (isThing[at] === true ? lack : 0)),
  );
}

/** The weighted share of the total idf. */
function shareOf(idf: readonly number[], parts: readonly number[]): number {
  const whole = idf.reduce((sum, value) => sum + value, 0);
  return whole > 0 ? idf.reduce((sum, value, at) => sum + value * (parts[at] ?? 0), 0) / whole : 0;
}

/** Margins of the best candidate over the fifth and the tenth. */
function standingOut(scores: readonly number[]): Weights {
  if (scores.length < MANY) return {};
  const sorted = scores.toSorted((a, b) => b - a);
  const above = (place: number): number => 1 - (sorted[place - 1] ?? 0) / (sorted[0] || 1);
  return { many: 1, fifth: above(5), tenth: above(MANY) };
}
