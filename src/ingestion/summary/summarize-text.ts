import { runToCompletion, type CooperativeTask } from "../../text/cooperative-task.ts";
import { sentencesOf } from "../../text/sentences.ts";
import { stem } from "../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../text/terms.ts";
import { centrality, similarity, type SentenceVector } from "./centrality.ts";

const SUMMARY_CHARS = 500;
/** Length of the beginning to read. The beginning of a long text shows its subject. */
const MAX_CHARS = 120_000;
/** Minimum number of terms in a sentence of a summary. Shorter sentences are headings or exclamations. */
const MIN_TERMS = 3;
const SENTENCE = /^["'“‘«„(¿¡]*\p{L}.*[^\s.][.!?…。！？۔।]["'”’»)\]]*$/u;
/** Common beginnings of sentences that do not describe the document. */
const BOILERPLATE =
  /(?:©|\(c\)|copyright)\s{1,3}(?:\(c\)\s{1,3}|©\s{0,3})?(?:by\s|\d{4})|all rights reserved|permission (?:to copy|is (?:hereby )?granted)|everyone is permitted to copy|for conditions of distribution/i;
const LEADERS = /(?:\. ?){4,}/;
/** Minimum share of letters among the characters of a sentence. Listings and tables have fewer letters. */
const MIN_LETTER_SHARE = 0.65;
/** A sentence with a greater similarity to a selected one repeats it. */
const MAX_SIMILARITY = 0.5;
/** A sentence with fewer terms than this gets a proportionally lower score. */
const FULL_TERMS = 10;
/** Minimum score of a sentence, as a share of the best score. */
const MIN_SCORE_SHARE = 0.3;
/**
 * Weight of the first sentence, because a text begins with its subject. The weight falls to 1 over this many
 * sentences.
 */
const OPENING = { weight: 3, sentences: 4 };

interface Candidate {
  readonly text: string;
  readonly vector: SentenceVector;
}

/**
 * Summarizes a text by its most central sentences in their order, in at most `maxCharacters` UTF-16 code
 * units. Gives the beginning a higher weight and skips sentences that repeat a better one. If no sentence
 * fits, returns the beginning of the text, cut at a space, with an ellipsis. Returns "" for "". Linear time.
 */
export function summarizeText(text: string, maxCharacters = SUMMARY_CHARS): string {
  return runToCompletion(summarizeSteps(text, maxCharacters));
}

export function* summarizeSteps(text: string, maxCharacters = SUMMARY_CHARS): CooperativeTask<string> {
  const candidates = yield* candidatesOf(text.slice(0, MAX_CHARS), maxCharacters);
  const scores = (yield* centrality(candidates.map((candidate) => candidate.vector))).map(
    (score, at) =>
      score *
      Math.min(1, (candidates[at]?.vector.size ?? 0) / FULL_TERMS) *
      (1 + OPENING.weight * Math.exp(-at / OPENING.sentences)),
  );
  const order = [...candidates.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const least = (scores[order[0] ?? -1] ?? 0) * MIN_SCORE_SHARE;
  const chosen: number[] = [];
  let length = -1;
  for (const at of order) {
    const candidate = candidates[at];
    if ((scores[at] ?? 0) < least) break;
    if (candidate === undefined || length + 1 + candidate.text.length > maxCharacters) continue;
    if (chosen.some((other) => isRepetition(candidates[other], candidate))) continue;
    chosen.push(at);
    length += 1 + candidate.text.length;
  }
  if (chosen.length === 0) return beginningOf(text, maxCharacters);
  return chosen
    .sort((a, b) => a - b)
    .map((at) => candidates[at]?.text)
    .join(" ");
}

function* candidatesOf(text: string, maxCharacters: number): CooperativeTask<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const { start, end } of sentencesOf(text)) {
    yield;
    const sentence = text.slice(start, end).replace(/\s+/g, " ");
    if (sentence.length > maxCharacters || !isProse(sentence)) continue;
    const vector = new Map<string, number>();
    for (const { term } of termsOf(sentence)) {
      if (!isStopWord(term)) vector.set(stem(term), (vector.get(stem(term)) ?? 0) + 1);
    }
    if (vector.size >= MIN_TERMS) candidates.push({ text: sentence, vector });
  }
  return candidates;
}

function isProse(sentence: string): boolean {
  if (!SENTENCE.test(sentence) || LEADERS.test(sentence) || BOILERPLATE.test(sentence)) return false;
  return (sentence.match(/\p{L}/gu)?.length ?? 0) >= sentence.length * MIN_LETTER_SHARE;
}

function isRepetition(chosen: Candidate | undefined, candidate: Candidate): boolean {
  return chosen !== undefined && similarity(chosen.vector, candidate.vector) > MAX_SIMILARITY;
}

function beginningOf(text: string, maxCharacters: number): string {
  const beginning = text
    .slice(0, maxCharacters * 4)
    .replace(/\s+/g, " ")
    .trim();
  if (beginning.length <= maxCharacters) return beginning;
  const cut = beginning.slice(0, maxCharacters - 1).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${space > 0 ? cut.slice(0, space) : cut}…`;
}
