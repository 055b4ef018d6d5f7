import type { Passage } from "../../domain/retrieval.ts";
import { estimateTokens } from "../../models/estimate-tokens.ts";
import { isContentsPage } from "../../text/is-contents-page.ts";
import type { AnswerRequest } from "../answerer.ts";
import { stemsOf } from "../extraction/score-spans.ts";
import { numberSentences } from "./number-sentences.ts";

/** Maximum number of passages for a question about a fact. */
const MAX_FACT_PASSAGES = 12;
/** Maximum share of the window for the passages of a broad question. */
const BROAD_SHARE = 1 / 2;
/** Maximum share of the window for the best document as a whole, for a question about a fact. */
const WHOLE_SHARE = 1 / 8;
/** Two passages are the same if they share this part of their words. */
const MIN_SHARED_WORDS = 0.85;

export type PassageRequest = Pick<AnswerRequest, "passages" | "isBroad" | "wholeDocuments">;

interface Room {
  /** Number of tokens that remain for the passages. */
  readonly free: number;
  /** Size of the context window in tokens. */
  readonly window: number;
}

/**
 * Selects the passages that the model reads, best first. A question about a fact gets 12 passages, a broad one
 * up to half of the window. A document that fits stands there as a whole. Near-duplicates are left out.
 */
export function selectPassages(request: PassageRequest, { free, window }: Room): Passage[] {
  const { isBroad = false, wholeDocuments = [] } = request;
  let left = isBroad ? Math.min(free, Math.floor(window * BROAD_SHARE)) : free;
  const take = (passages: readonly Passage[], most = left): readonly Passage[] => {
    const tokens = passages.reduce((sum, passage) => sum + tokensOf(passage), 0);
    if (tokens > Math.min(left, most)) return [];
    left -= tokens;
    return passages;
  };
  const wholes = isBroad
    ? wholeDocuments.map((whole) => take(whole))
    : wholeDocuments.slice(0, 1).map((whole) => take(whole, Math.floor(window * WHOLE_SHARE)));
  const complete = wholes.flat();
  const taken = new Set(complete.map(({ assetId }) => assetId));
  const single = candidatePassages(request).filter(({ assetId }) => !taken.has(assetId));
  return [...complete, ...single.flatMap((passage) => take([passage]))];
}

/** Returns the number of tokens of all passages that the model would read in an unlimited window. */
export function tokensOfCandidates(request: PassageRequest): number {
  return candidatePassages(request).reduce((sum, passage) => sum + tokensOf(passage), 0);
}

function candidatePassages({ passages, isBroad = false }: PassageRequest): readonly Passage[] {
  const read = passages.filter(({ text }) => !isContentsPage(text));
  return withoutDuplicates(isBroad ? read : read.slice(0, MAX_FACT_PASSAGES));
}

/** Drops passages that have nearly the same words as a better one. */
function withoutDuplicates(passages: readonly Passage[]): Passage[] {
  const kept: { passage: Passage; words: ReadonlySet<string> }[] = [];
  for (const passage of passages) {
    const words = stemsOf(passage.text);
    if (!kept.some((other) => isSame(words, other.words))) kept.push({ passage, words });
  }
  return kept.map(({ passage }) => passage);
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size === 0 || other.size === 0) return false;
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared) >= MIN_SHARED_WORDS;
}

function tokensOf(passage: Passage): number {
  return estimateTokens(numberSentences([passage]).text) + 1;
}
