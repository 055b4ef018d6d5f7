import { type CodeSection, parseNumberFormat, type CodeToken } from "./parse-number-format.ts";
import { formatDigits, formatFraction, formatScientific } from "./format-digits.ts";

/** Maximum length of a format code, as in Excel. */
const MAX_CODE_CHARS = 255;
/**
 * Formatting takes time per character of the format. After this total in a file, numbers are displayed as
 * stored.
 */
const MAX_FORMATTED_CHARS = 20_000_000;

/** Displays numbers in the formats of a workbook: "00501", "812.0 kg", "€ 1,200.50". */
export class DisplayedNumbers {
  readonly #sections = new Map<string, readonly CodeSection[]>();
  #left: number;

  constructor(maxFormattedChars = MAX_FORMATTED_CHARS) {
    this.#left = maxFormattedChars;
  }

  /** @returns null if the format displays no number */
  show(value: number, code: string): string | null {
    this.#left -= code.length;
    if (code.length > MAX_CODE_CHARS || this.#left < 0) return null;
    const sections = this.#sections.get(code) ?? parseNumberFormat(code);
    this.#sections.set(code, sections);
    const { section, isSigned } = sectionFor(value, sections);
    const shown = section === undefined ? null : formatted(Math.abs(value), section.tokens);
    if (shown === null) return null;
    const text = (isSigned && /[^0.,\s]/.test(shown) ? `-${shown.trimStart()}` : shown)
      .replace(/\s+/g, " ")
      .trim();
    // A format may hide zeros. If the format hides other numbers too, shows the stored number.
    return text === "" && value !== 0 ? null : text;
  }
}

/** Returns the text that a format adds before and after a text cell (`"No. "@`); null if it adds none. */
export function aroundText(code: string): readonly [before: string, after: string] | null {
  const sections = code.length > MAX_CODE_CHARS ? [] : parseNumberFormat(code);
  const tokens =
    (sections.length === 4 ? sections[3] : sections.length === 1 ? sections[0] : undefined)?.tokens ?? [];
  const at = tokens.findIndex(({ kind }) => kind === "value");
  if (at < 0 || !code.includes("@")) return null;
  const [before, after] = [literals(tokens.slice(0, at)), literals(tokens.slice(at + 1))];
  return before.trim() === "" && after.trim() === "" ? null : [before, after];
}

function sectionFor(
  value: number,
  sections: readonly CodeSection[],
): { section: CodeSection | undefined; isSigned: boolean } {
  const numbers = sections.slice(0, 3);
  const [first, second, third] = numbers;
  if (numbers.some(({ condition }) => condition !== null)) {
    const at = numbers.findIndex(
      ({ condition }, index) => condition?.(value) ?? (index === 1 && numbers.length === 3 && value < 0),
    );
    const section = numbers[at] ?? numbers.at(-1);
    return { section, isSigned: value < 0 && section?.condition?.(1) !== false };
  }
  if (value < 0) return { section: second ?? first, isSigned: second === undefined };
  return { section: value === 0 ? (third ?? first) : first, isSigned: false };
}

function formatted(value: number, tokens: readonly CodeToken[]): string | null {
  if (tokens.some(({ kind }) => kind === "value"))
    return tokens
      .map((token) => (token.kind === "value" ? String(Number(value.toPrecision(15))) : textOf(token)))
      .join("");
  if (!tokens.some(({ kind }) => kind === "digit")) return tokens.map(textOf).join("");
  if (tokens.some(({ kind }) => kind === "exponent")) return formatScientific(value, tokens);
  const slash = tokens.findIndex(({ kind }) => kind === "slash");
  if (slash > 0 && tokens[slash - 1]?.kind === "digit") return formatFraction(value, tokens, slash);
  return formatDigits(value, tokens);
}

const literals = (tokens: readonly CodeToken[]): string => tokens.map(textOf).join("");

function textOf(token: CodeToken): string {
  if (token.kind === "literal") return token.text;
  return { point: ".", comma: ",", percent: "%", slash: "/", value: "", digit: "", exponent: "" }[token.kind];
}
