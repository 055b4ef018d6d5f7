import { splitSentences } from "../../text/sentences.ts";
import { stem } from "../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../text/terms.ts";
import { overlapsAny, untrustedSpans } from "../extraction/untrusted-spans.ts";
import { type QuotedSpan, type ReadDocument, spanText } from "./overview-input.ts";

const [MIN_CHARS, MAX_CHARS] = [30, 300];
/** Minimum share of letters in a sentence. Table rows, code and contents pages have fewer. */
const MIN_LETTERS = 0.7;
const LETTER = /[\p{L}\p{M}]/gu;
const ENDS_SENTENCE = /[.!?…。！？۔।][^\p{L}\p{N}]{0,3}$/u;
const MARK = /^(?:#{1,6}|[-*+•>])\s+/;

interface Candidate extends QuotedSpan {
  /** Similarity of the sentence with the whole document. Undefined if the index has no vectors. */
  readonly similarity: number | undefined;
}

/**
 * Returns the sentences that are most similar to their document as a whole, in the order of the text. Without
 * vectors, counts how many sentences share each word.
 */
export function centralSentences(read: ReadDocument, limit: number): QuotedSpan[] {
  const all = read.passages.flatMap((passage) => candidatesOf(passage));
  const prose = all.filter(isProse);
  const sentences = prose.length > 0 ? prose : all.slice(0, 1);
  const hasVectors = sentences.every(({ similarity }) => similarity !== undefined);
  const scores = hasVectors ? sentences.map(({ similarity = 0 }) => similarity) : sharedWords(sentences);
  const ranked = sentences
    .map((sentence, at) => ({ sentence, at, score: scores[at] ?? 0 }))
    .sort((one, other) => other.score - one.score);
  return ranked
    .slice(0, limit)
    .sort((one, other) => one.at - other.at)
    .map(({ sentence: { passage, start, end } }) => ({ passage, start, end }));
}

function candidatesOf(passage: QuotedSpan["passage"]): Candidate[] {
  const untrusted = untrustedSpans(passage);
  return splitSentences(passage.text).flatMap(({ start, end }, at) => {
    if (overlapsAny({ start, end }, untrusted)) return [];
    const mark = MARK.exec(passage.text.slice(start, end))?.[0].length ?? 0;
    return [{ passage, start: start + mark, end, similarity: passage.similarities?.[at] }];
  });
}

function isProse(span: QuotedSpan): boolean {
  const text = spanText(span);
  if (text.length > MAX_CHARS || !ENDS_SENTENCE.test(text)) return false;
  const letters = text.match(LETTER)?.length ?? 0;
  const isLong =
    text.length >= MIN_CHARS || (text.match(/[。！？]/u) !== null && text.length >= MIN_CHARS / 3);
  return isLong && letters >= MIN_LETTERS * text.replace(/\s/g, "").length;
}

/** For each sentence the number of other sentences with each of its words, relative to its length. */
function sharedWords(sentences: readonly QuotedSpan[]): number[] {
  const words = sentences.map(
    (sentence) =>
      new Set(termsOf(spanText(sentence)).flatMap(({ term }) => (isStopWord(term) ? [] : [stem(term)]))),
  );
  const counts = new Map<string, number>();
  for (const each of words) for (const word of each) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.map((each) => {
    const shared = [...each].reduce((sum, word) => sum + (counts.get(word) ?? 1) - 1, 0);
    return shared / Math.sqrt(each.size || 1);
  });
}
