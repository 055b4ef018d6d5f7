import { normalizeText } from "./terms.ts";
import { AMBIGUOUS_MONTHS, MONTHS, NUMBER_WORDS, SCALE_WORDS, UNITS } from "./number-words.ts";

/** A number in a text. An ambiguous number such as "1.000" (1 or 1,000) has two values. */
export interface Figure {
  readonly values: readonly number[];
  /** Unit of the number. Empty if unknown. */
  readonly unit: string;
  /** Offsets in the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/** A date in a text. Missing parts are null. */
export interface DateMention {
  readonly year: number | null;
  readonly month: number;
  readonly day: number | null;
}

export interface Figures {
  /** All numbers of the text, including those inside dates. */
  readonly numbers: readonly Figure[];
  readonly dates: readonly DateMention[];
}

// Matches a number, a word or a symbol. All repetitions are bounded, because document texts are untrusted.
const PIECE =
  /(?<number>(?:\p{Nd}{1,3}(?:[.,'’\u00a0\u202f ]\p{Nd}{3}){1,5}(?!\p{Nd})|\p{Nd}{1,18})(?:[.,]\p{Nd}{1,12})?)(?<half>[½¼¾])?|(?<word>[\p{L}\p{M}]{1,40})|(?<sign>[%٪％$€£]|年|月|日)/gu;
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const HALVES: Readonly<Record<string, number>> = { "½": 0.5, "¼": 0.25, "¾": 0.75 };
const SIGNS: Readonly<Record<string, string>> = {
  "%": "%",
  "٪": "%",
  "％": "%",
  $: "usd",
  "€": "eur",
  "£": "gbp",
};
const NUMERIC_DATE =
  /(?<!\p{Nd}[./-]?)(?:(\p{Nd}{4})-(\p{Nd}{1,2})-(\p{Nd}{1,2})|(\p{Nd}{1,2})([./-])(\p{Nd}{1,2})\5(\p{Nd}{4}|\p{Nd}{2})|(\p{Nd}{1,2})\.(\p{Nd}{1,2})\.)(?![./-]?\p{Nd})/gu;
const BETWEEN_DATE_PARTS = new Set(["of", "de", "the", "den", "st", "nd", "rd", "th", "er", "del"]);
const MIN_YEAR = 1000;
const MAX_YEAR = 2999;

interface Piece {
  readonly kind: "number" | "word" | "sign";
  readonly text: string;
  readonly normalized: string;
  readonly values: readonly number[];
  readonly start: number;
  readonly end: number;
}

/**
 * Extracts the numbers and dates of a text by value. "1,000", "1000" and "one thousand" have the same value,
 * and so do the dates "3 May 2021" and "2021-05-03".
 */
export function extractFigures(text: string): Figures {
  const pieces = piecesOf(text);
  return { numbers: numbersOf(pieces), dates: [...datesOf(pieces), ...numericDates(text)] };
}

function piecesOf(text: string): Piece[] {
  return [...text.matchAll(PIECE)].map(({ 0: piece, index, groups = {} }): Piece => {
    const offsets = { start: index, end: index + piece.length };
    if (groups["number"] !== undefined) {
      const part = HALVES[groups["half"] ?? ""] ?? 0;
      const values = valuesOf(westernDigits(groups["number"])).map((value) => value + part);
      return { kind: "number", text: piece, normalized: piece, values, ...offsets };
    }
    if (groups["sign"] !== undefined)
      return { kind: "sign", text: piece, normalized: piece, values: [], ...offsets };
    const normalized = normalizeText(piece);
    const value = NUMBER_WORDS.get(normalized);
    return { kind: "word", text: piece, normalized, values: value === undefined ? [] : [value], ...offsets };
  });
}

function westernDigits(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const zero = ZEROS.find((each) => code >= each && code <= each + 9);
    return zero === undefined ? character : String(code - zero);
  });
}

/** @param text digits with separators */
function valuesOf(text: string): number[] {
  const marks = text.replace(/\d/g, "");
  if (marks === "") return [Number(text)];
  const last = marks.at(-1) ?? "";
  const isGrouped = /^\d{1,3}(?:\D\d{3})+$/.test(text) && new Set(marks).size === 1;
  const joined = Number(text.replace(/\D/g, ""));
  const decimal = (): number => {
    const at = text.lastIndexOf(last);
    return Number(`${text.slice(0, at).replace(/\D/g, "")}.${text.slice(at + 1)}`);
  };
  if (!isGrouped) return [decimal()];
  return marks.length === 1 && (last === "." || last === ",") ? [joined, decimal()] : [joined];
}

function numbersOf(pieces: readonly Piece[]): Figure[] {
  const figures: Figure[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const first = pieces[at];
    if (first === undefined || first.values.length === 0) continue;
    let values = first.values;
    let next = at + 1;
    for (let piece = pieces[next]; piece !== undefined; piece = pieces[next]) {
      const grown = extendedBy(values, first, piece, pieces[next + 1]);
      if (grown === null) break;
      values = grown.values;
      next += grown.taken;
    }
    figures.push({
      values,
      unit: unitAt(pieces, at, next),
      start: first.start,
      end: pieces[next - 1]?.end ?? first.end,
    });
    at = next - 1;
  }
  return figures;
}

/**
 * Extends a number by the next words, as in "two hundred and five", "twenty-five" and "1.5 million". Returns
 * null if the next words are not part of the number.
 */
function extendedBy(
  values: readonly number[],
  first: Piece,
  piece: Piece,
  behind: Piece | undefined,
): { readonly values: readonly number[]; readonly taken: number } | null {
  const scale = SCALE_WORDS.get(piece.normalized);
  if (scale !== undefined) return { values: values.map((value) => scaledBy(value, scale)), taken: 1 };
  if (first.kind !== "word") return null;
  const [value = 0] = values;
  const added = piece.values[0];
  if (piece.kind === "word" && added !== undefined && formsOneNumber(value, added))
    return { values: [value + added], taken: 1 };
  const joined = behind?.kind === "word" ? behind.values[0] : undefined;
  return piece.normalized === "and" && joined !== undefined && value >= 100 && value % 100 === 0
    ? { values: [value + joined], taken: 2 }
    : null;
}

/** Limits the product, so that repeated words such as "million" cannot overflow to infinity. */
const scaledBy = (value: number, scale: number): number => Math.min(value * scale, Number.MAX_SAFE_INTEGER);

/** True if two number words form one number: "twenty five", "hundred twelve". */
const formsOneNumber = (value: number, added: number): boolean =>
  (value >= 20 && value < 100 && value % 10 === 0 && added < 10) ||
  (value >= 100 && value % 100 === 0 && added < 100);

function unitAt(pieces: readonly Piece[], from: number, to: number): string {
  const [before, after, next] = [pieces[from - 1], pieces[to], pieces[to + 1]];
  if (before?.kind === "sign" && before.text !== "%" && before.end >= (pieces[from]?.start ?? 0) - 1)
    return SIGNS[before.text] ?? "";
  if (after === undefined || after.start - (pieces[to - 1]?.end ?? 0) > 2) return "";
  if (after.kind === "sign") return SIGNS[after.text] ?? "";
  if (
    (after.normalized === "per" || after.normalized === "pour" || after.normalized === "por") &&
    next?.normalized.startsWith("cent") === true
  )
    return "%";
  return UNITS.get(after.normalized) ?? "";
}

function datesOf(pieces: readonly Piece[]): DateMention[] {
  const dates: DateMention[] = [];
  for (const [at, piece] of pieces.entries()) {
    const month =
      piece.kind === "word"
        ? MONTHS.get(piece.normalized)
        : piece.text === "月"
          ? pieces[at - 1]?.values[0]
          : undefined;
    if (month === undefined || month > 12) continue;
    if (piece.text === "月") {
      const year = pieces[at - 2]?.text === "年" ? yearOf(pieces[at - 3]) : null;
      dates.push({ year, month, day: pieces[at + 2]?.text === "日" ? dayOf(pieces[at + 1]) : null });
      continue;
    }
    const before = nearNumber(pieces, at, -1);
    const behind = nearNumber(pieces, at, 1);
    const isDate = before !== undefined || behind !== undefined;
    if (!isDate && (AMBIGUOUS_MONTHS.has(piece.normalized) || !/^\p{L}{4}/u.test(piece.text))) continue;
    const day = dayOf(before) ?? dayOf(behind);
    const later =
      dayOf(before) === null && dayOf(behind) !== null
        ? nearNumber(pieces, behind === undefined ? at : pieces.indexOf(behind), 1)
        : behind;
    dates.push({ year: yearOf(later) ?? yearOf(before), month, day });
  }
  return dates;
}

/** Returns the nearest number before or after a position. Skips words such as "of" and "de" inside dates. */
function nearNumber(pieces: readonly Piece[], from: number, step: 1 | -1): Piece | undefined {
  let at = from + step;
  for (let skipped = 0; skipped < 2 && BETWEEN_DATE_PARTS.has(pieces[at]?.normalized ?? ""); skipped += 1)
    at += step;
  const found = pieces[at];
  return found?.kind === "number" ? found : undefined;
}

const wholeOf = (piece: Piece | undefined): number =>
  piece === undefined || !/^\p{Nd}{1,4}$/u.test(piece.text) ? 0 : (piece.values[0] ?? 0);

function yearOf(piece: Piece | undefined): number | null {
  const year = wholeOf(piece);
  return year >= MIN_YEAR && year <= MAX_YEAR ? year : null;
}

function dayOf(piece: Piece | undefined): number | null {
  const day = wholeOf(piece);
  return day >= 1 && day <= 31 ? day : null;
}

/** Returns the dates of a numeric spelling: the European and the American reading, if both are possible. */
function numericDates(text: string): DateMention[] {
  return [...text.matchAll(NUMERIC_DATE)].flatMap(
    ([, isoYear, isoMonth, isoDay, first, , second, last, day, month]): DateMention[] => {
      const read = (digits: string | undefined): number => Number(westernDigits(digits ?? ""));
      if (isoYear !== undefined)
        return withMonth({ year: read(isoYear), month: read(isoMonth), day: read(isoDay) });
      if (day !== undefined) return withMonth({ year: null, month: read(month), day: read(day) });
      const year = last?.length === 2 ? null : read(last);
      return [
        ...withMonth({ year, month: read(second), day: read(first) }),
        ...withMonth({ year, month: read(first), day: read(second) }),
      ];
    },
  );
}

const withMonth = (date: DateMention): DateMention[] => (date.month >= 1 && date.month <= 12 ? [date] : []);
