/** In scripts without spaces each character counts as a word. */
const WORD =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]|[\p{L}\p{N}\p{M}]+?(?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]|[^\p{L}\p{N}\p{M}]|$)/gu;

/** The words of a text, lowercased and normalized: ligatures are split and soft hyphens removed. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").replaceAll("\u00ad", "").toLowerCase().match(WORD) ?? [];
}

export interface Share {
  readonly found: number;
  readonly all: number;
}

/** Counts the wanted words that are present, with multiplicity. */
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

/** Each word with its successor. */
export function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

/** Maximum number of words between two units, because some readers write names there. */
const BORDER_WORDS = 12;

/**
 * For texts of independent units: the word pairs within each unit, and the last word of each with the first
 * of the next.
 */
export function pairsOfUnits(units: readonly (readonly string[])[]): {
  readonly within: string[];
  readonly across: string[];
} {
  const told = units.filter((words) => words.length > 0);
  return {
    within: told.flatMap((words) => pairsOf(words)),
    across: told.slice(1).map((words, at) => `${told[at]?.at(-1)} ${words[0]}`),
  };
}

/** Each word with each of the next words. */
export function nearPairsOf(words: readonly string[]): string[] {
  return words.flatMap((word, at) =>
    [...new Set(words.slice(at + 1, at + 2 + BORDER_WORDS))].map((next) => `${word} ${next}`),
  );
}

/** The wanted words that are present, with multiplicity, in their order and lines. */
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
