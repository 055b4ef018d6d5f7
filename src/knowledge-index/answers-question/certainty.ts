import type { AskedWords, PassageSigns } from "./passage-signs.ts";
import { inverseFrequency } from "../confidence.ts";
import type { TermStatistics } from "../term-statistics.ts";

/** What was found, as far as it tells whether it answers. */
export interface Findings {
  /** Of the best passages: of each sign the highest counts. */
  readonly best: readonly (PassageSigns & Partial<MeaningSigns>)[];
  /** BM25 of all candidates. */
  readonly scores: readonly number[];
  readonly chunksInScope: number;
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

/** A sign's weight in the log-odds. */
type Weights = Readonly<Record<string, number>>;

/** Where nobody can tell what words mean. `paired`: Chinese, Japanese and Korean, whose pairs of characters match by chance more often. */
const BY_WORDS: Weights = {
  one: -5.55,
  mass: 4.34,
  rare: 0.96,
  names: 2.24,
  grams: 6.55,
  unknown: -0.57,
  terms: 0.29,
  scope: -0.34,
  many: -1.48,
  fifth: 1.56,
  tenth: 0.93,
  paired: 1.29,
  pairedGrams: 2.7,
  pairedRare: 5.79,
};
const BY_WORDS_ALIKE: Weights = {
  one: -2.83,
  mass: 0.48,
  names: 1.48,
  grams: 2.98,
  alikeMass: 2.94,
  soft: 3.53,
  terms: -0.38,
  scope: -0.46,
  many: -0.2,
};
const BY_SENTENCES: Weights = {
  one: -3.4,
  mass: 0.31,
  names: 1.31,
  grams: 1.67,
  alikeMass: 2.17,
  soft: 3.1,
  use: 6.42,
  terms: -1.15,
  scope: -0.49,
  many: -1,
};

/** With fewer candidates nothing is told by how far the best one stands out. */
const MANY = 10;
const PAIR = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}]/u;

/**
 * How sure it is that what was found answers the question, 0 to 1: a logistic regression, above .5 where it is more likely than not. One rule
 * for all languages; see docs/evaluation.md for what it was fitted and judged on.
 */
export function certaintyOf(question: AskedWords, statistics: TermStatistics, findings: Findings): number {
  const { best } = findings;
  if (best.length === 0) return 0;
  const of = (sign: keyof PassageSigns | keyof MeaningSigns): number => Math.max(...best.map((each) => each[sign] ?? 0));
  const has = (sign: keyof MeaningSigns): boolean => best.some((each) => each[sign] !== undefined);
  const weights = has("use") ? BY_SENTENCES : has("soft") ? BY_WORDS_ALIKE : BY_WORDS;
  const { terms } = question;
  const idf = terms.map((term) => inverseFrequency(statistics, term));
  const isPaired = terms.filter(({ term }) => PAIR.test(term)).length * 2 > terms.length;
  const signs: Weights = {
    one: 1,
    mass: of("mass"),
    rare: of("rare"),
    names: of("names"),
    grams: of("grams"),
    alikeMass: of("alikeMass"),
    soft: of("soft"),
    use: of("use"),
    unknown: shareUnknown(idf, question, statistics),
    terms: Math.log(Math.max(1, terms.length)),
    scope: Math.log(Math.max(1, findings.chunksInScope)),
    ...standingOut(findings.scores),
    ...(isPaired ? { paired: 1, pairedGrams: of("grams"), pairedRare: of("rare") } : {}),
  };
  const odds = Object.entries(weights).reduce((sum, [sign, weight]) => sum + weight * (signs[sign] ?? 0), 0);
  return 1 / (1 + Math.exp(-odds));
}

/** How much of the question stands nowhere. */
function shareUnknown(idf: readonly number[], { terms }: AskedWords, { holding }: TermStatistics): number {
  const whole = idf.reduce((sum, value) => sum + value, 0);
  const unknown = idf.reduce((sum, value, at) => sum + ((holding.get(terms[at]?.stem ?? "") ?? 0) === 0 ? value : 0), 0);
  return whole > 0 ? unknown / whole : 0;
}

/** How far the best candidate is above the fifth and the tenth. */
function standingOut(scores: readonly number[]): Weights {
  if (scores.length < MANY) return {};
  const sorted = scores.toSorted((a, b) => b - a);
  const above = (place: number): number => 1 - (sorted[place - 1] ?? 0) / (sorted[0] || 1);
  return { many: 1, fifth: above(5), tenth: above(MANY) };
}
