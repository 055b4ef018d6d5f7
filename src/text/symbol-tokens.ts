/** The position of a word that contains symbols. `term` is normalized as in the index. */
export interface SymbolToken {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  /** Whether the parts of the token are not words, such as "u" and "n" in "U.N.". */
  readonly isWhole: boolean;
}

const MAY_HOLD_ONE = /[&+#./]/;
// All repetitions are bounded, so that matching takes linear time.
const ACRONYM = String.raw`(?<acronym>(?<![\p{L}\p{N}.])(?:[A-Za-z]\.){2,8}[A-Za-z]?(?![\p{L}\p{N}]))`;
const AND = String.raw`(?<![\p{L}\p{N}&])[A-Za-z]{1,3}&[A-Za-z]{1,3}(?![\p{L}\p{N}&])`;
const PLUS = String.raw`(?<![\p{L}\p{N}])[A-Za-z](?:\+\+|#)(?![\p{L}\p{N}])`;
const NUMBERS = String.raw`(?<![\p{L}\p{N}./])[vV]?\d{1,5}(?:[./]\d{1,5}){1,4}(?![\p{L}\p{N}])`;
const SPECIAL = new RegExp(`${ACRONYM}|${AND}|${PLUS}|${NUMBERS}`, "gu");
const SIGNS = /[&+#./]/g;
/**
 * First of the private use characters that replace symbols. The index's tokenizer treats them as letters, and
 * texts hardly ever contain them.
 */
const PRIVATE_USE = 0xe000;

/**
 * Finds words with symbols: "V&A", "20/20", "C++", "3.11.2" and "U.N.". The results are ordered and disjoint.
 */
export function symbolTokens(text: string): SymbolToken[] {
  if (!MAY_HOLD_ONE.test(text)) return [];
  return Array.from(text.matchAll(SPECIAL), ({ 0: word, index, groups }) => {
    const isWhole = groups?.["acronym"] !== undefined;
    const lower = word.toLowerCase();
    const spelled = isWhole
      ? lower.replaceAll(".", "")
      : lower
          .replace(/^v(?=\d)/, "")
          .replace(SIGNS, (sign) => String.fromCharCode(PRIVATE_USE + sign.charCodeAt(0)));
    return { term: spelled, start: index, end: index + word.length, isWhole };
  });
}
