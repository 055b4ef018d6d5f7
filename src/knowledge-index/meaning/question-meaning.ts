import type { Semantic } from "../../semantic/api.ts";
import { questionLanguage } from "../../text/question-language.ts";
import { stemmer } from "../indexed-words.ts";
import type { AskedVector } from "../sentence-vectors/like-sentences.ts";
import { foldedWords } from "../../text/folded-words.ts";
import type { NearWords } from "./word-matches.ts";
import { type QueryTerm, readQuery } from "../query-words.ts";

/** As many as any word has: a word of a passage that is not among them is not alike. */
const NEIGHBOURS = 1_000;
/** An English table misleads in every other language: so much of the question must be in it. */
const MIN_KNOWN = 0.5;

/** One or two words are no sentence: they are a little like every one. */
const MIN_WORDS = 3;

interface Reading {
  /** Absent: there is nothing to compare it with. */
  readonly vectorOf?: (question: string, isEnglish: boolean) => Promise<AskedVector | null>;
  /** Absent: nothing is remembered from the search before. */
  readonly stemOf?: (word: string) => string;
}

export interface AskedQuestion {
  readonly query: string;
  readonly terms: readonly QueryTerm[];
  readonly stemOf: (word: string) => string;
  /** Null: nothing can be told; words alone count. Empty: it is not English, and only its vector tells something. */
  readonly near: NearWords | null;
  /** What it means as a sentence. Null: nobody can tell, or in time. */
  readonly vector: AskedVector | null;
}

export async function readQuestion(
  semantic: Semantic,
  query: string,
  { vectorOf, stemOf = stemmer() }: Reading = {},
): Promise<AskedQuestion> {
  const terms = readQuery(query, stemOf);
  const isEnglish = terms.length > 0 && questionLanguage(query) === "en";
  const [near, vector] = await Promise.all([
    isEnglish ? nearWords(semantic, terms) : null,
    terms.length > 0 && vectorOf !== undefined && foldedWords(query).length >= MIN_WORDS ? vectorOf(query, isEnglish) : null,
  ]);
  // The built-in encoder and the table know the same language: what the table does not know is not of it.
  const usable = vector !== null && (near !== null || vector.set.mean !== null) ? vector : null;
  return { query, terms, stemOf, near: near ?? (usable === null ? null : new Map()), vector: usable };
}

async function nearWords(semantic: Semantic, terms: readonly QueryTerm[]): Promise<NearWords | null> {
  const words = terms.map(({ term }) => term);
  const near = await semantic.nearestWords(words, NEIGHBOURS);
  if (near === null) return null;
  return words.filter((word) => near.has(word)).length >= words.length * MIN_KNOWN ? near : null;
}
