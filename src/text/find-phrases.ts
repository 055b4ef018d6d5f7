import { stem } from "./stemmer.ts";

/**
 * Characters of scripts without spaces. Each counts as a word. The migration `thread_words` has the same list.
 */
const UNSPACED = "ก-ໟက-႟ក-៹々-〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿𠀀-𮯠";
const WORD = new RegExp(`[${UNSPACED}]|[[\\p{L}\\p{N}\\p{M}]--[${UNSPACED}]]+`, "gv");
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const MARKS = /\p{M}+/gu;
const ASCII = /^[\0-\x7f]*$/;

interface Word {
  /** The stem without case and diacritics. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Place of a phrase in a text, in UTF-16 code units. `phrase` is the phrase's index. */
export interface FoundPhrase {
  readonly phrase: number;
  readonly start: number;
  readonly end: number;
}

/** The words of a text by the rules of FTS5's `porter unicode61`, in order. */
export function indexedWords(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(WORD))
    if (LETTER_OR_DIGIT.test(word)) words.push({ key: keyOf(word), start: index, end: index + word.length });
  return words;
}

function keyOf(word: string): string {
  const bare = word.toLowerCase().normalize("NFD").replace(MARKS, "");
  return ASCII.test(bare) ? stem(bare) : bare;
}

/**
 * Every place of the phrases in a text, in order.
 * @param phrases keys of the words of each phrase, at least one
 */
export function findPhrases(text: string, phrases: readonly (readonly string[])[]): FoundPhrase[] {
  const words = indexedWords(text);
  const byFirst = Map.groupBy(phrases.keys(), (phrase) => phrases[phrase]?.[0]);
  return words.flatMap(({ key, start }, at) =>
    (byFirst.get(key) ?? []).flatMap((phrase): FoundPhrase[] => {
      const keys = phrases[phrase] ?? [];
      const last = words[at + keys.length - 1];
      if (last === undefined || !keys.every((each, next) => words[at + next]?.key === each)) return [];
      return [{ phrase, start, end: last.end }];
    }),
  );
}
