/**
 * Counts tokens as the extractive answerer does: words and numbers. Scripts without spaces count about one
 * per two characters.
 */
export function countWords(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) count += UNSPACED.test(word) ? Math.ceil(word.length / 2) : 1;
  return count;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
