import { type AskedWords, type FoldedNames, type PassageSigns, strangeTerms } from "./passage-signs.ts";
import { askedThings } from "./asked-things.ts";
import { inverseFrequency } from "../confidence.ts";
import type { TermStatistics } from "../term-statistics.ts";
import { type Weights, WEIGHTS } from "./weights.ts";

/** What was found, as far as it tells whether it answers. */
export interface Findings {
  /** Of the best passages: of each sign the highest counts. */
  readonly best: readonly (PassageSigns & Partial<MeaningSigns>)[];
  /** All candidates. */
  readonly found: readonly FoldedNames[];
  /** BM25 of all candidates. */
  readonly scores: readonly number[];
  readonly chunksInScope: number;
  /** Of each term of the question how well the most alike word of all candidates stands for it, 0 to 1. Absent: nobody can tell. */
  readonly held?: readonly number[] | undefined;
}

/** What a passage's sentences mean, from 0 to 1. */
export interface MeaningSigns {
  /** BM25 divided by the question's ideal, words that mean something alike counting in part. */
  readonly alikeMass: number;
  /** The best sentence's share of what is asked, the same in part. */
  readonly soft: number;
  /** The best sentence's likeness as a sentence. Absent: not known. */
  readonly use?: number;
}

/** Tells how sure it is that what was found answers the question, 0 to 1. */
export type Judge = (question: AskedWords, statistics: TermStatistics, findings: Findings) => number;

/** With fewer candidates nothing is told by how far the best one stands out. */
const MANY = 10;
/** A word so alike stands for a thing; one that is less alike than the second for another. */
const SAME_THING = 0.72;
const OTHER_THING = 0.6;
/** From this share on it is asked in the text's own words. */
const OWN_WORDS = 0.5;
/** Of so many passages a thing that they do not say tells half as much as of one: the more there are, the likelier it is that one calls it otherwise. */
const FEW_CHUNKS = 100;
/** What other languages write apart is written with a word, so that fewer words of a text are those of a question. */
const JOINED = /^\p{sc=Arab}/u;
const PAIR = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}]/u;

/**
 * How sure it is that what was found answers the question, 0 to 1: a logistic regression, above .5 where it is more likely than not. One rule
 * for all languages; see docs/evaluation.md for what it was fitted and judged on.
 */
export const certaintyOf: Judge = (question, statistics, findings) => {
  if (findings.best.length === 0) return 0;
  const { rule, signs } = signsOf(question, statistics, findings);
  return certaintyBy(WEIGHTS[rule], signs);
};

/** Signs of a question and of what was found, each counted by its weight. */
export interface Signs {
  /** Whose weights count: words alone, where nobody can tell what they mean; words alike; sentences. */
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
    // Pairs of characters match by chance more often.
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

/** How much of the question are things that nothing is said of which was found. Who asks in other words than the text's has many of them. */
function missingThings(question: AskedWords, idf: readonly number[], held: readonly number[]): number {
  const isThing = askedThings(question);
  const lacks = held.map((part) => Math.min(1, Math.max(0, (SAME_THING - part) / (SAME_THING - OTHER_THING))));
  return shareOf(
    idf,
    lacks.map((lack, at) => (isThing[at] === true ? lack : 0)),
  );
}

/** How much of the question these terms are, each counted by its part. */
function shareOf(idf: readonly number[], parts: readonly number[]): number {
  const whole = idf.reduce((sum, value) => sum + value, 0);
  return whole > 0 ? idf.reduce((sum, value, at) => sum + value * (parts[at] ?? 0), 0) / whole : 0;
}

/** How far the best candidate is above the fifth and the tenth. */
function standingOut(scores: readonly number[]): Weights {
  if (scores.length < MANY) return {};
  const sorted = scores.toSorted((a, b) => b - a);
  const above = (place: number): number => 1 - (sorted[place - 1] ?? 0) / (sorted[0] || 1);
  return { many: 1, fifth: above(5), tenth: above(MANY) };
}
