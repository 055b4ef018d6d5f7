/**
 * Counts the words and numbers of a text as an estimate of its tokens. In scripts without spaces, two
 * characters count as about one token.
 */
export function countWords(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    count += UNSPACED.test(word) ? Math.ceil(word.length / 2) : 1;
  return count;
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
