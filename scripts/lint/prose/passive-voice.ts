import { ADJECTIVES, IRREGULAR_PARTICIPLES, NOT_PARTICIPLES, UNDOING_VERBS } from "./participles.ts";
import { isWord, tokensOf, wordSet } from "./tokens.ts";

const BE = wordSet(
  "am is are was were be been being isn't aren't wasn't weren't it's that's there's he's she's we're they're you're who's what's",
);
const GET = wordSet("get gets got getting gotten");
/**
 * Words that may stand between the auxiliary and the participle, beside adverbs in -ly. Pronouns stand there
 * in questions.
 */
const BETWEEN = wordSet(`
  not never always also then now only often still already again first once just even ever thus therefore both all soon later too so rather
  hence here there thereby together twice no longer sometimes almost mostly perhaps either neither each half it they this these you we`);
const MAX_BETWEEN = 3;
/** After "get" a participle may describe the object: "gets cached answers". */
const AFTER_GET = wordSet(
  "by in on at from to with when if after before once and or as for because while without until unless again twice",
);

/**
 * Rule 4: a form of "be" or "get", then a past participle. Participles that name a state ("is limited to 5",
 * "is required") count as adjectives unless "by" follows. A participle without an auxiliary ("rows kept by
 * the room") does not count.
 */
export function isPassiveVoice(masked: string): boolean {
  const tokens = tokensOf(masked);
  return tokens.some((token, at) => {
    if (!BE.has(token) && !GET.has(token)) return false;
    const end = participleAfter(tokens, at);
    if (end === null) return false;
    const next = tokens[end + 1];
    return BE.has(token) || !isWord(next) || AFTER_GET.has(next);
  });
}

/** @returns the index of the participle that belongs to the auxiliary at `at`, or null */
function participleAfter(tokens: readonly string[], at: number): number | null {
  for (let index = at + 1; index <= at + 1 + MAX_BETWEEN; index++) {
    const word = tokens[index];
    if (!isWord(word)) return null;
    if (isParticiple(word, tokens[index + 1])) return index;
    if (!BETWEEN.has(word) && !/..ly$/.test(word)) return null;
  }
  return null;
}

function isParticiple(word: string, next: string | undefined): boolean {
  if (NOT_PARTICIPLES.has(word)) return false;
  if (!IRREGULAR_PARTICIPLES.has(word) && !/^[\p{L}-]{2,}ed$/u.test(word)) return false;
  return next === "by" || !isState(word, next);
}

function isState(word: string, next: string | undefined): boolean {
  if (ADJECTIVES.has(word)) return true;
  if (/^(?:signed|logged)$/.test(word)) return next === "in" || next === "out";
  return word.startsWith("un") && !UNDOING_VERBS.has(word);
}
