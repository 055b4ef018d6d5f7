export type Raised = "super" | "sub";

/**
 * Superscript and subscript characters that NFKC normalizes to plain ones: the Unicode block "Superscripts
 * and Subscripts" and three Latin-1 digits.
 */
const SUPER = new Map(zip("0123456789+-−=()in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ"));
const SUB = new Map(zip("0123456789+-−=()aeoxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ"));
const TRADE_MARKS: Readonly<Record<string, string>> = { tm: "™", sm: "℠" };
/** Maximum length of superscript or subscript text. Longer text is small print. */
const MAX_CHARS = 40;
/** Length of the preceding text that decides between an exponent and a note mark. */
const BEFORE_CHARS = 24;

/** Superscript letters that belong to the word itself: "1st", "XXe", "Mme", "No". */
const WORD_ENDING = /^\p{Ll}{2,4}$/u;
const SHORT_ORDINAL = /^[eoº]$/u;
const NUMBER_OR_ROMAN = /(?:\p{Nd}|\b[IVXLN]{1,6})$/u;
const DIGITS = /^\d{1,3}$/;
const NOTE_LIST = /^\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){1,5}$/u;
const SIGNS = /^[*†‡§¶#®©™℠°º'′″]+$/u;
const BRACKETED = /^[[(].*[\])]$/u;
/**
 * A number that is no base of a power: one with digit groups or decimals, a year, a percentage, an amount of
 * money.
 */
const AMOUNT = /(?:\p{Nd}[.,'’\u00a0\u202f]\p{Nd}{1,12}|\p{Nd}{4}|[%‰\p{Sc}]\s?)$/u;
const SENTENCE_MARK = /[.,;:!?"”’»…)\]]$/u;
const LETTERS = /\p{L}{1,24}$/u;
/** Maximum number of letters in a unit or variable. */
const MAX_UNIT_LETTERS = 3;

/**
 * Writes superscript or subscript text so that 10⁶ is not read as 106. Uses Unicode characters if all exist,
 * otherwise `^(…)` or `_(…)`. A note mark gets brackets: "4,100 [3]".
 * @param before the preceding text, of which only the end counts
 * @param isNote whether the markup shows a note mark, such as by a link
 */
export function raisedText(raw: string, how: Raised, before: string, isNote = false): string {
  const text = raw.trim();
  if (text === "" || SIGNS.test(text) || BRACKETED.test(text)) return raw;
  const tail = before.slice(-BEFORE_CHARS);
  if (text.length > MAX_CHARS || (/\s/.test(text) && !/\d/.test(text))) return ` ${text}`;
  if (how === "super") {
    const mark = TRADE_MARKS[text.toLowerCase()];
    if (mark !== undefined) return mark;
    if (isNote || isNoteMark(text, tail)) return `${tail === "" || /\s$/.test(tail) ? "" : " "}[${text}]`;
    if (isPartOfWord(text, tail)) return text;
  }
  return spellRaised(text, how);
}

/**
 * Writes superscript or subscript text in a formula, which has no note marks: "x²", "x^(ab)", "x₁", "x_(ab)".
 */
export function spellRaised(text: string, how: Raised): string {
  const letters = how === "super" ? SUPER : SUB;
  const characters = Array.from(text.replace(/\s+/g, " "));
  if (characters.every((each) => letters.has(each)))
    return characters.map((each) => letters.get(each)).join("");
  return `${how === "super" ? "^" : "_"}(${text})`;
}

function isNoteMark(text: string, before: string): boolean {
  if (NOTE_LIST.test(text)) return true;
  const tail = before.trimEnd();
  if (/^[a-z]$/.test(text)) return AMOUNT.test(tail) && !SHORT_ORDINAL.test(text);
  if (!DIGITS.test(text)) return false;
  if (AMOUNT.test(tail)) return true;
  // After a space, the digits belong to the next word, as in "holds ¹⁴C", unless a sentence ended.
  if (tail.length < before.length) return SENTENCE_MARK.test(tail) && !tail.endsWith(")");
  const word = LETTERS.exec(tail)?.[0];
  if (word !== undefined) return word.length > MAX_UNIT_LETTERS;
  // "(a + b)²" is a power, "(see below)³" is a note.
  if (tail.endsWith(")")) return !/[+*/=^−±·×-]|\b\p{L}\)$/u.test(tail.slice(tail.lastIndexOf("(")));
  return SENTENCE_MARK.test(tail);
}

function isPartOfWord(text: string, tail: string): boolean {
  return SHORT_ORDINAL.test(text)
    ? NUMBER_OR_ROMAN.test(tail)
    : WORD_ENDING.test(text) && /[\p{L}\p{Nd}]$/u.test(tail);
}

function zip(plain: string, raised: string): [string, string][] {
  const written = Array.from(raised);
  return Array.from(plain).map((each, at) => [each, written[at] ?? each]);
}
