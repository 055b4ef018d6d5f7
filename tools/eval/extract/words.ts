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

/** So many words may stand between two units of a text: the names that one reader writes and another does not. */
const BORDER_WORDS = 12;

/** Of texts whose lines are units by themselves: the pairs within each, and the last word of each with the first of the next. */
export function pairsOfUnits(units: readonly (readonly string[])[]): { readonly within: string[]; readonly across: string[] } {
  const told = units.filter((words) => words.length > 0);
  return { within: told.flatMap((words) => pairsOf(words)), across: told.slice(1).map((words, at) => `${told[at]?.at(-1)} ${words[0]}`) };
}

/** Each word with each of those that follow it soon. */
export function nearPairsOf(words: readonly string[]): string[] {
  return words.flatMap((word, at) => [...new Set(words.slice(at + 1, at + 2 + BORDER_WORDS))].map((next) => `${word} ${next}`));
}

/** What of the wanted words is there, as often as it is there, in its order and lines. */
export function standing(text: string, there: readonly string[]): string {
  const left = new Map<string, number>();
  for (const each of there) left.set(each, (left.get(each) ?? 0) + 1);
  const stands = (word: string): boolean => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  };
  const lines = text.split("\n").map((line) => wordsOf(line).filter(stands).join(" "));
  return lines.filter((line) => line !== "").join("\n");
}
