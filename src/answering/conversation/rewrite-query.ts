import type { Passage } from "../../domain/retrieval.ts";
import type { QuotedTurn } from "../../storage/d1/answers/conversation.ts";
import { stem } from "../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../text/terms.ts";
import { smallTalkReply } from "./small-talk.ts";

/** A question with the context from its conversation. */
export interface RewrittenQuery {
  /** The last complete question of the conversation. Empty if the question needs no context. */
  readonly topic: string;
  /** The search query with the context: the topic and the question. */
  readonly query: string;
  /** Share of the search with the context in the ranking, from 0 to 1. 0 if the topic is empty. */
  readonly weight: number;
}

/** Number of letters that a content word has on average. An ideograph stands for three letters. */
const LETTERS_PER_WORD = 7;
const LETTER = /[\p{L}\p{N}]/gu;
const IDEOGRAPH = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}]/gu;
/** Questions with more content words are complete. */
const MAX_FOLLOW_UP_WORDS = 2;
/**
 * Weights of the context for a question with at most one content word, and with two. A weight below 1 lets a
 * short question about another subject find its passages.
 */
export const WEIGHT_OF_FRAGMENT = 0.8;
const WEIGHT_OF_SHORT = 0.5;
/** Minimum weight of the queries that a language model writes, for complete questions too. */
export const WEIGHT_OF_QUERIES = 0.5;

/** Returns the interpreted question to show to the user. Empty if the conversation added nothing. */
export function interpretationOf(question: string, topic: string): string {
  return topic === "" ? "" : `${topic} ${question}`;
}

/**
 * Adds context from the conversation to a short question. Length is the only sign of a follow-up that holds
 * in every language: "And in winter?" lacks its subject, a question of three content words rarely does.
 */
export function rewriteQuery(question: string, conversation: readonly QuotedTurn[]): RewrittenQuery {
  const asked = conversation.map((turn) => turn.question).filter((each) => smallTalkReply(each) === null);
  const topic = asked.findLast((each) => contentLength(each) > MAX_FOLLOW_UP_WORDS) ?? asked[0] ?? "";
  const length = contentLength(question);
  if (topic === "" || length > MAX_FOLLOW_UP_WORDS) return { topic: "", query: question, weight: 0 };
  const weight = length <= 1 ? WEIGHT_OF_FRAGMENT : WEIGHT_OF_SHORT;
  return { topic, query: interpretationOf(question, topic), weight };
}

/**
 * Number of content words. The number of letters limits it, because not every language has stop words here.
 */
function contentLength(question: string): number {
  const words = termsOf(question).flatMap(({ term }) => (isStopWord(term) ? [] : [stem(term)]));
  const letters = (question.match(LETTER)?.length ?? 0) + 2 * (question.match(IDEOGRAPH)?.length ?? 0);
  return Math.min(new Set(words).size, letters / LETTERS_PER_WORD);
}

/**
 * Merges the passages of a search with the question alone and of a search with its context. A passage that
 * one of them lacks gets the lowest score of that search.
 * @param weight share of the search with the context
 * @returns passages, best first
 */
export function blendPassages(
  alone: readonly Passage[],
  withContext: readonly Passage[],
  weight: number,
): Passage[] {
  const share = (found: readonly Passage[]): ((passage: Passage) => number) => {
    const scores = new Map(found.map(({ chunkId, score }) => [chunkId, score]));
    const lowest = Math.min(...scores.values());
    return ({ chunkId }) => scores.get(chunkId) ?? (scores.size === 0 ? 0 : lowest);
  };
  const [aloneScore, contextScore] = [share(alone), share(withContext)];
  const all = new Map([...alone, ...withContext].map((passage) => [passage.chunkId, passage]));
  return [...all.values()]
    .map((passage) => ({
      ...passage,
      score: (1 - weight) * aloneScore(passage) + weight * contextScore(passage),
    }))
    .sort((one, other) => other.score - one.score);
}

/** Merges the passages of several queries. A passage keeps its best score. */
export function bestPassages(found: readonly (readonly Passage[])[]): Passage[] {
  const best = new Map<string, Passage>();
  for (const passage of found.flat()) {
    const known = best.get(passage.chunkId);
    if (known === undefined || known.score < passage.score) best.set(passage.chunkId, passage);
  }
  return [...best.values()].sort((one, other) => other.score - one.score);
}
