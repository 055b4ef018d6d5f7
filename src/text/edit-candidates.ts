/** The letters of normalized words, by script. */
const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/^[a-z]+$/, "abcdefghijklmnopqrstuvwxyz"],
  [/^[а-яєіїґђјљњћџўқғңөұүһі]+$/, "абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґ"],
  [/^[α-ω]+$/, "αβγδεζηθικλμνοπρστυφχψω"],
];
/** Shorter words have too many neighbors, and longer strings are not words. */
const [MIN_LETTERS, MAX_LETTERS] = [4, 24];

/**
 * All words at edit distance 1 (Damerau-Levenshtein): a deletion, insertion, substitution or transposition.
 * @param word normalized
 * @returns empty for a word that is too short or too long, or whose script has no alphabet above
 */
export function editCandidates(word: string): Set<string> {
  const edits = new Set<string>();
  if (word.length < MIN_LETTERS || word.length > MAX_LETTERS) return edits;
  const letters = ALPHABETS.find(([shape]) => shape.test(word))?.[1] ?? "";
  if (letters === "") return edits;
  for (let at = 0; at <= word.length; at += 1) {
    const [before, rest] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) {
      edits.add(before + letter + rest);
      if (rest !== "") edits.add(before + letter + rest.slice(1));
    }
    if (rest !== "") edits.add(before + rest.slice(1));
    if (rest.length > 1) edits.add(`${before}${rest.charAt(1)}${rest.charAt(0)}${rest.slice(2)}`);
  }
  edits.delete(word);
  return edits;
}
