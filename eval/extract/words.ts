/** Scripts that put no spaces between words: each character counts as a word. */
const WORD =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]|[\p{L}\p{N}\p{M}]+?(?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]|[^\p{L}\p{N}\p{M}]|$)/gu;

/** The words of a text, in lower case and one spelling: a ligature is its letters, a soft hyphen nothing. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").replaceAll("\u00ad", "").toLowerCase().match(WORD) ?? [];
}

export interface Share {
  readonly found: number;
  readonly all: number;
}

/** How many of the wanted ones are there, each as often as it is there. */
export function recovered(wanted: readonly string[], there: readonly string[]): Share {
  const left = new Map<string, number>();
  for (const each of there) left.set(each, (left.get(each) ?? 0) + 1);
  let found = 0;
  for (const each of wanted) {
    const count = left.get(each) ?? 0;
    if (count === 0) continue;
    found += 1;
    left.set(each, count - 1);
  }
  return { found, all: wanted.length };
}

/** Each word with the next. */
export function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}
