import type { Figure } from "../../text/extract-figures.ts";
import { isSameNumber } from "./missing-figures.ts";
import type { ParsedSentence } from "./parsed-sentence.ts";
import { inUnit } from "./in-unit.ts";

/** A value with its unit. The unit is empty if unknown. */
export interface Quantity {
  readonly value: number;
  readonly unit: string;
}

export interface WrittenExpressions {
  /** Results of the expressions whose operands are known. */
  readonly results: readonly Quantity[];
  /** The numbers of these expressions. */
  readonly operands: ReadonlySet<Figure>;
  /** True if an equation is false, such as "3 + 4 = 8". */
  readonly isFalse: boolean;
}

/** Matches the text between two operands: units, and an operator. Ranges and dates have no space around "-". */
const BETWEEN =
  /^\s?(?:[%€$£]|\p{L}{1,12})?\s?(?:(?<sign>[+×·÷*=−])|(?<=\s)(?<spaced>[-–x/:])(?=\s))\s?[€$£]?\s?$/u;
const MAX_BETWEEN_CHARS = 20;
/** Numbers of days, months and hours, and the hundred of percentages, which no source states. */
const CONSTANTS = new Set([7, 12, 24, 52, 60, 100, 365]);

interface Term {
  readonly operator: string;
  readonly figure: Figure;
}

/** Evaluates the expressions in a sentence, such as "3 + 0 + 11 = 14" and "12 × 30", in linear time. */
export function writtenExpressions(
  { text, figures }: ParsedSentence,
  isKnown: (figure: Figure) => boolean,
): WrittenExpressions {
  const results: Quantity[] = [];
  const operands = new Set<Figure>();
  let isFalse = false;
  for (const chain of chainsOf(text, figures.numbers)) {
    const sides = sidesOf(chain);
    const values = sides.map(valueOf);
    if (values.slice(1).some((value, at) => !isEqual(values[at] as Quantity, value))) {
      isFalse ||= chain.every(({ figure }) => figure.values.length === 1);
      continue;
    }
    const isGiven = ({ figure }: Term): boolean =>
      isKnown(figure) || results.some((result) => isEqual(result, quantityOf(figure)));
    for (const [at, side] of sides.entries()) {
      const isConstant = ({
        figure: {
          values: [value = 0],
          unit,
        },
      }: Term): boolean => unit === "" && CONSTANTS.has(value);
      if (side.length < 2 || !side.some(isGiven)) continue;
      if (!side.every((term) => isGiven(term) || isConstant(term))) continue;
      results.push(values[at] as Quantity);
      for (const { figure } of side) operands.add(figure);
    }
  }
  return { results, operands, isFalse };
}

/** True if the figure is a result, or the sum of all results. */
export function isWrittenResult(figure: Figure, results: readonly Quantity[]): boolean {
  const sum = results.reduce((all, { value }) => all + value, 0);
  const { unit = "" } = results.find((result) => result.unit !== "") ?? {};
  const own = quantityOf(figure);
  return (
    results.some((result) => isEqual(result, own)) ||
    (results.length > 1 && isEqual({ value: sum, unit }, own))
  );
}

const quantityOf = ({ values: [value = 0], unit }: Figure): Quantity => ({ value, unit });

function chainsOf(text: string, figures: readonly Figure[]): Term[][] {
  const chains: Term[][] = [];
  let open: Term[] = [];
  for (const [at, figure] of figures.entries()) {
    const before = figures[at - 1];
    const between = before === undefined ? "" : text.slice(before.end, figure.start);
    const { sign, spaced } =
      (between.length <= MAX_BETWEEN_CHARS ? BETWEEN.exec(between)?.groups : undefined) ?? {};
    const operator = sign ?? spaced;
    if (operator === undefined) chains.push((open = [{ operator: "=", figure }]));
    else open.push({ operator, figure });
  }
  return chains.filter(({ length }) => length > 1);
}

function sidesOf(chain: readonly Term[]): Term[][] {
  const sides: Term[][] = [];
  for (const term of chain) {
    if (term.operator === "=") sides.push([term]);
    else sides.at(-1)?.push(term);
  }
  return sides;
}

/** Evaluates products before sums. A percentage in a product is a factor. */
function valueOf(side: readonly Term[]): Quantity {
  const isAlone = side.length === 1;
  let [sum, product, sign] = [0, 0, 1];
  for (const { operator, figure } of side) {
    const [value = 0] = figure.values;
    const factor = figure.unit === "%" && !isAlone && /[×·*x]/.test(operator) ? value / 100 : value;
    if (/[×·*x]/.test(operator)) product *= factor;
    else if (/[÷/:]/.test(operator)) product /= factor;
    else {
      sum += sign * product;
      [product, sign] = [factor, /[−–-]/.test(operator) ? -1 : 1];
    }
  }
  const unit = side.find(({ figure }) => figure.unit !== "" && figure.unit !== "%") ?? side[0];
  return { value: sum + sign * product, unit: unit?.figure.unit ?? "" };
}

/** True if two quantities are equal, in the same unit, in units of one kind, or rounded to two decimals. */
function isEqual(one: Quantity, other: Quantity): boolean {
  const value = inUnit(one, other.unit) ?? one.value;
  return isSameNumber(value, other.value) || Math.abs(value - other.value) <= 0.005;
}
