import type { Semantic } from "../../semantic/api.ts";
import { questionLanguage } from "../../text/question-language.ts";
import type { TermRules } from "../../text/terms.ts";
import { stemmer } from "../indexed-words.ts";
import { type NearWords, wordsOf } from "./word-matches.ts";
import { type QueryTerm, readQuery } from "../query-words.ts";

/** As many as any word has: a word of a passage that is not among them is not alike. */
const NEIGHBOURS = 1_000;
/** An English table misleads in every other language: so much of the question must be in it. */
const LEAST_KNOWN = 0.5;

/** One or two words are no sentence: they are a little like every one. */
const LEAST_WORDS = 3;
/** A question waits for its vector so long. */
const VECTOR_MS = 1_000;

interface Reading {
  readonly compares: boolean;
  readonly rules?: readonly TermRules[];
}

export interface AskedQuestion {
  readonly query: string;
  readonly terms: readonly QueryTerm[];
  readonly stemOf: (word: string) => string;
  /** Null: it is not English, or nothing can be told; words alone count. */
  readonly near: NearWords | null;
  /** What it means as a sentence. Null: nobody can tell, or in time. */
  readonly vector: Int8Array | null;
}

/** @param compares whether there are sentences to compare it with @param rules by which the words of the index were made */
export async function readQuestion(semantic: Semantic, query: string, { compares, rules }: Reading): Promise<AskedQuestion> {
  const stemOf = stemmer();
  const terms = readQuery(query, stemOf, rules);
  const isEnglish = terms.length > 0 && questionLanguage(query) === "en";
  const [near, vector] = await Promise.all([
    isEnglish ? nearWords(semantic, terms) : null,
    isEnglish && compares && wordsOf(query).length >= LEAST_WORDS
      ? Promise.race([encoded(semantic, query), scheduler.wait(VECTOR_MS).then(() => null)])
      : null,
  ]);
  return { query, terms, stemOf, near, vector: near === null ? null : vector };
}

async function encoded(semantic: Semantic, query: string): Promise<Int8Array | null> {
  return (await semantic.encode([query]))?.[0] ?? null;
}

async function nearWords(semantic: Semantic, terms: readonly QueryTerm[]): Promise<NearWords | null> {
  const words = terms.map(({ term }) => term);
  const near = await semantic.nearestWords(words, NEIGHBOURS);
  if (near === null) return null;
  return words.filter((word) => near.has(word)).length >= words.length * LEAST_KNOWN ? near : null;
}
