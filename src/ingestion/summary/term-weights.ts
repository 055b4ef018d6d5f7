import type { CooperativeTask } from "../../text/cooperative-task.ts";
import type { SentenceWord } from "./words-of-sentences.ts";

export interface TermWeight {
  /** YAKE's S(t): lower is more relevant. */
  readonly weight: number;
  /**
   * Spelling of the term if it is a name, otherwise null. A name is rarely in lower case, and not only at the
   * beginning of sentences.
   */
  readonly name: string | null;
}

interface TermCounts {
  total: number;
  capitalised: number;
  acronym: number;
  lowerCase: number;
  capitalisedAs: string;
  readonly sentences: number[];
  readonly before: Map<string, number>;
  readonly after: Map<string, number>;
}

const CAPITALS_PER_LOWER_CASE = 3;
/** A word that begins at least this many sentences and is never in lower case is a name. */
const SURE_INITIALS = 3;
const CAPITALISED = /^\p{Lu}/u;
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]+$/u;

/**
 * Returns the weights of all terms except stop words, by stem: formulas 1 to 6 of the paper that `keywordsOf`
 * names.
 */
export function* termWeights(
  sentences: readonly (readonly SentenceWord[])[],
): CooperativeTask<Map<string, TermWeight>> {
  const counts = yield* countTerms(sentences);
  const totals = [...counts.values()].map((term) => term.total);
  const mean = totals.reduce((sum, total) => sum + total, 0) / Math.max(1, totals.length);
  const deviation = Math.sqrt(
    totals.reduce((sum, total) => sum + (total - mean) ** 2, 0) / Math.max(1, totals.length),
  );
  const most = totals.reduce((result, total) => Math.max(result, total), 1);
  const weights = new Map<string, TermWeight>();
  for (const [stem, term] of counts) {
    const casing = Math.max(term.capitalised, term.acronym) / (1 + Math.log(term.total));
    const position = Math.log(Math.log(3 + median(term.sentences)));
    const frequency = term.total / (mean + deviation);
    const relatedness = 1 + (dispersion(term.before) + dispersion(term.after)) * (term.total / most);
    const spread = term.sentences.length / sentences.length;
    const weight = (relatedness * position) / (casing + frequency / relatedness + spread / relatedness);
    weights.set(stem, { weight, name: isName(term) ? term.capitalisedAs : null });
  }
  return weights;
}

function isName(term: TermCounts): boolean {
  const isOftenInitial = term.lowerCase === 0 && term.total >= SURE_INITIALS;
  return isOftenInitial
    ? term.capitalisedAs !== ""
    : term.capitalised + term.acronym > term.lowerCase * CAPITALS_PER_LOWER_CASE;
}

function* countTerms(
  sentences: readonly (readonly SentenceWord[])[],
): CooperativeTask<Map<string, TermCounts>> {
  const counts = new Map<string, TermCounts>();
  for (const [number, sentence] of sentences.entries()) {
    yield;
    for (const [at, word] of sentence.entries()) {
      if (word.isStopWord) continue;
      const term = counts.get(word.stem) ?? emptyCounts();
      counts.set(word.stem, term);
      term.total += 1;
      if (CAPITALISED.test(word.surface) && (term.capitalisedAs === "" || at > 0))
        term.capitalisedAs = word.surface;
      if (ACRONYM.test(word.surface)) term.acronym += 1;
      else if (!CAPITALISED.test(word.surface)) term.lowerCase += 1;
      else if (at > 0) term.capitalised += 1;
      if (term.sentences.at(-1) !== number) term.sentences.push(number);
      const [previous, next] = [sentence[at - 1], sentence[at + 1]];
      if (previous && word.followsDirectly) increment(term.before, previous.stem);
      if (next?.followsDirectly) increment(term.after, next.stem);
    }
  }
  return counts;
}

function emptyCounts(): TermCounts {
  return {
    total: 0,
    capitalised: 0,
    acronym: 0,
    lowerCase: 0,
    capitalisedAs: "",
    sentences: [],
    before: new Map(),
    after: new Map(),
  };
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/**
 * Returns the number of distinct neighbors divided by the number of all neighbors. It is high for words that
 * occur beside many different words.
 */
function dispersion(neighbours: ReadonlyMap<string, number>): number {
  let all = 0;
  for (const count of neighbours.values()) all += count;
  return all === 0 ? 0 : neighbours.size / all;
}

/** @param sorted ascending, not empty */
function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
