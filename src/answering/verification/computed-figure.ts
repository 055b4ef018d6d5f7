import type { DateMention, Figure } from "../../text/extract-figures.ts";
import { UNITS } from "../../text/number-words.ts";
import { inUnit } from "./in-unit.ts";
import { isSameNumber } from "./missing-figures.ts";
import { figuresOf } from "./model-input.ts";
import { type ParsedSentence, wordBehind } from "./parsed-sentence.ts";
import { periodFactors } from "./period-factors.ts";
import { isTimeSpan } from "./time-span.ts";

/**
 * Maximum number of different operands. Among more, some pair gives almost any number by chance: two of 5
 * figures give 10 sums, two of 50 give 1,225.
 */
const MAX_OPERANDS = 16;
/** The same for rounded results, and for results below `MIN_LARGE`. */
const MAX_CLOSE_OPERANDS = 5;
const MIN_LARGE = 100;
/** Maximum number of pairs of an amount and a percentage. */
const MAX_SHARES = 8;
/** Minimum of a whole number that people round, and the maximum relative difference. */
const MIN_ROUNDED = 1_000;
const MAX_ROUNDING = 0.06;

interface Operand {
  readonly value: number;
  readonly unit: string;
  /** Stem of the word behind the number. Undefined if the number has a unit or no such word. */
  readonly counted?: string | undefined;
}

/**
 * True if cited figures give a figure: rounded, in another unit, or as a sum, difference, product, quotient,
 * percentage, mean or time span.
 * @param said the sentence with the figure
 * @param question the question if its numbers are operands too
 */
export function isComputedFigure(
  figure: Figure,
  said: ParsedSentence,
  sources: readonly ParsedSentence[],
  question?: ParsedSentence,
): boolean {
  const [value] = figure.values;
  // Equal operands always give 0.
  if (value === undefined || value === 0) return false;
  if (isTimeSpan({ value, unit: figure.unit }, figuresOf(sources))) return true;
  const cited = sources.flatMap(operandsOf).filter(isFirst);
  const asked = question === undefined ? [] : operandsOf(question);
  const operands = [...cited, ...asked].filter(isFirst);
  if (cited.some((operand) => isRounded({ value, unit: figure.unit }, operand))) return true;
  const isExact = (result: number): boolean => isSameNumber(value, result);
  if (columnSums(sources, figure.unit).some(isExact)) return true;
  if (operands.length > MAX_OPERANDS) return false;
  if (isConverted({ value, unit: figure.unit }, operands)) return true;
  const alike = alikeOf(figure, said, operands);
  const amounts = cited.filter(({ unit }) => unit === figure.unit || unit === "").map((each) => each.value);
  if (isRest(amounts, isExact) || isShare(alike, operands, isExact)) return true;
  const periods = periodFactors(
    periodsIn(sources),
    periodsIn(question === undefined ? [said] : [said, question]),
  );
  if (periods.some((factor) => alike.some((one) => isExact(one * factor)))) return true;
  const isCloseSafe = operands.length <= MAX_CLOSE_OPERANDS;
  if ((isCloseSafe || Math.abs(value) >= MIN_LARGE) && isExactResult(alike, operands, isExact)) return true;
  if (isCloseSafe && isRate(alike, figure.unit, operands, isExact)) return true;
  const tolerance = roundingOf(value, said.text.slice(figure.start, figure.end));
  const isClose = (result: number): boolean => Math.abs(value - result) <= tolerance;
  return isCloseSafe && isRoundedResult(alike, operands, figure.unit, isClose);
}

/** The numbers of a source, without those inside dates. */
function operandsOf(source: ParsedSentence): Operand[] {
  const { numbers, dates } = source.figures;
  const isInDate = (value: number, { year, month, day }: DateMention): boolean =>
    value === year || value === month || value === day;
  return numbers.flatMap((number): Operand[] => {
    const { values, unit } = number;
    const [value] = values;
    if (value === undefined || (unit === "" && dates.some((date) => isInDate(value, date)))) return [];
    return [{ value, unit, counted: unit === "" ? wordBehind(number, source)?.stem : undefined }];
  });
}

const isFirst = ({ value, unit }: Operand, at: number, all: readonly Operand[]): boolean =>
  all.findIndex((other) => other.value === value && other.unit === unit) === at;

/** Values with the unit of a figure. If some of them count the same things, only those. */
function alikeOf(figure: Figure, said: ParsedSentence, operands: readonly Operand[]): number[] {
  const alike = operands.flatMap((each): readonly Operand[] => {
    if (each.unit === figure.unit) return [each];
    const value = inUnit(each, figure.unit);
    return value === undefined ? [] : [{ value, unit: figure.unit }];
  });
  const counted = figure.unit === "" ? wordBehind(figure, said)?.stem : undefined;
  const same = alike.filter((each) => counted !== undefined && each.counted === counted);
  return (same.length > 0 ? same : alike).map(({ value }) => value);
}

type Test = (result: number) => boolean;

/** Sum, difference and product. */
function isExactResult(alike: readonly number[], operands: readonly Operand[], is: Test): boolean {
  if (alike.length > 2 && is(sumOf(alike))) return true;
  if (somePair(alike, (one, other) => is(one + other) || is(Math.abs(one - other)))) return true;
  // "4 boxes of 25 kg": one factor has the unit of the product, the other one has none.
  const factors = operands.filter((each) => each.unit === "").map(({ value }) => value);
  const whole = sumOf(alike);
  return factors.some(
    (factor) => is(whole * factor) || alike.some((one) => factor !== one && is(one * factor)),
  );
}

/** True if the largest of three or more amounts leaves a rest after all others. Lists often state a unit once. */
function isRest(alike: readonly number[], is: Test): boolean {
  const largest = Math.max(...alike);
  return alike.length > 2 && is(2 * largest - sumOf(alike));
}

/** True for a percentage of an amount, and for the amount with or without it. */
function isShare(alike: readonly number[], operands: readonly Operand[], is: Test): boolean {
  const percentages = operands.filter(({ unit }) => unit === "%");
  if (alike.length * percentages.length > MAX_SHARES) return false;
  return alike.some((amount) =>
    percentages.some(({ value }) => {
      const share = (amount * value) / 100;
      return is(share) || is(amount + share) || is(amount - share);
    }),
  );
}

/** True for an amount at a rate, such as 120 miles at 45 pence a mile. */
function isRate(alike: readonly number[], unit: string, operands: readonly Operand[], is: Test): boolean {
  const amounts = operands.filter((each) => each.unit !== "" && each.unit !== "%" && each.unit !== unit);
  return amounts.some(
    (amount) => inUnit(amount, unit) === undefined && alike.some((one) => is(one * amount.value)),
  );
}

/** The sum of the first numbers of the sources, of their second numbers, and so on, if all have as many. */
function columnSums(sources: readonly ParsedSentence[], unit: string): number[] {
  const [first, ...others] = sources.map(({ figures }) => figures.numbers);
  if (first === undefined || others.length < 2) return [];
  if (others.some(({ length }) => length !== first.length)) return [];
  return first.flatMap((figure, at) => {
    const column = [figure, ...others.flatMap((row) => row[at] ?? [])];
    if (column.some((each) => each.unit !== unit && each.unit !== "")) return [];
    return [sumOf(column.map(({ values: [value = 0] }) => value))];
  });
}

const periodsIn = (texts: readonly ParsedSentence[]): ReadonlySet<string> =>
  new Set(texts.flatMap(({ words }) => words.flatMap(({ term }) => UNITS.get(term) ?? [])));

/** Quotient, percentage and mean, which people round. */
function isRoundedResult(
  alike: readonly number[],
  operands: readonly Operand[],
  unit: string,
  is: Test,
): boolean {
  if (alike.length > 1 && is(sumOf(alike) / alike.length)) return true;
  if (unit === "%") return operands.some((one) => isPercentage(one, operands, is));
  const factors = operands.filter((each) => each.unit === "").map(({ value }) => value);
  if (alike.some((one) => factors.some((factor) => factor > 1 && factor !== one && is(one / factor))))
    return true;
  return (
    unit === "" &&
    operands.some((one) =>
      operands.some(
        (other) => one.unit === other.unit && one.value > other.value && is(one.value / other.value),
      ),
    )
  );
}

/** True if a percentage is a share of two operands, a change between them, or the rest of a share. */
function isPercentage(one: Operand, operands: readonly Operand[], is: Test): boolean {
  if (one.unit === "%") return is(100 - one.value);
  return operands.some(
    (other) =>
      other !== one &&
      other.unit === one.unit &&
      other.value !== 0 &&
      (is((one.value / other.value) * 100) || is((Math.abs(one.value - other.value) / other.value) * 100)),
  );
}

/** True if a number has fewer digits than the operand and is near: "1.5 million" for 1,520,000. */
function isRounded({ value, unit }: Operand, operand: Operand): boolean {
  if (unit !== "" && operand.unit !== "" && unit !== operand.unit) return false;
  const isLong = operand.value >= MIN_ROUNDED || !Number.isInteger(operand.value);
  return (
    isLong &&
    digitsOf(value) < digitsOf(operand.value) &&
    Math.abs(value - operand.value) <= MAX_ROUNDING * operand.value
  );
}

/** Number of digits without zeros at the end. */
function digitsOf(value: number): number {
  const digits = String(value).replaceAll(/\D/g, "");
  let { length } = digits;
  while (digits[length - 1] === "0") length -= 1;
  return length;
}

const isConverted = (own: Operand, operands: readonly Operand[]): boolean =>
  operands.some((other) => {
    const value = inUnit(other, own.unit);
    return value !== undefined && isSameNumber(own.value, value);
  });

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const somePair = (values: readonly number[], holds: (one: number, other: number) => boolean): boolean =>
  values.some((one, at) => values.slice(at + 1).some((other) => holds(one, other)));

/** Half of the last written digit: "8.9" stands for 8.85 to 8.95, "1.2 million" for 1.15 to 1.25 million. */
function roundingOf(value: number, written: string): number {
  const digits = written.match(/\p{Nd}/gu)?.length ?? 0;
  const places = Math.floor(Math.log10(Math.max(1, Math.abs(value)))) + 1;
  return 0.5 * 10 ** (places - (digits === 0 ? places : digits));
}
