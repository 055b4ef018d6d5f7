import { type Delimiter, delimitedRows, DELIMITERS } from "./delimited-rows.ts";

const SAMPLED_CHARS = 65_536;
const SAMPLED_ROWS = 100;
/** So many rows of another delimiter have the same number of cells, where commas are taken for a part of them. */
const MIN_EVEN = 0.8;
const MIN_COMMAS = 0.8;
const NUMBER_WITH_COMMA = /^\s{0,9}[-+($€£¥]{0,3} ?\d[\d.' \u00a0]{0,30}(?:,\d{1,15}){1,6}\s?[%$€£¥\p{L}]{0,4}\)?\s{0,9}$/u;
/** "sep=;": how Excel is told. */
const DECLARED = /^sep=(.)\r?\n/i;

/** The delimiter, and where the rows begin; null where none makes columns. */
export function delimiterOf(text: string): { delimiter: Delimiter; from: number } | null {
  const declared = DECLARED.exec(text);
  const named = DELIMITERS.find((each) => each === declared?.[1]);
  if (declared && named !== undefined) return { delimiter: named, from: declared[0].length };
  const sample = text.slice(0, SAMPLED_CHARS);
  const looks = DELIMITERS.map((delimiter) => lookOf(sample, delimiter));
  const best = looks.reduce((one, other) => (other.share > one.share ? other : one));
  if (best.share === 0) return null;
  const finer = best.delimiter === "," ? looks.find((other) => hasCommasInCells(other, best)) : undefined;
  return { delimiter: (finer ?? best).delimiter, from: 0 };
}

/** How the beginning of a text looks if it is parted by a delimiter. */
interface Look {
  readonly delimiter: Delimiter;
  /** How many rows have the commonest number of cells, times how telling that is: one cell says nothing. */
  readonly share: number;
  /** The same without how telling it is. */
  readonly even: number;
  /** The first row with the commonest number of cells. */
  readonly begins: number;
  /** How many of the cells that hold a comma are numbers or words behind which a space follows, from 0 to 1. */
  readonly commas: number;
}

/** Whether commas stand within the cells of another delimiter: decimal ones, or those of running text. */
function hasCommasInCells(other: Look, comma: Look): boolean {
  if (other.delimiter === "," || other.even < MIN_EVEN) return false;
  return other.begins < comma.begins || (other.begins === comma.begins && other.commas > MIN_COMMAS);
}

function lookOf(sample: string, delimiter: Delimiter): Look {
  const rows: (readonly string[])[] = [];
  for (const { cells } of delimitedRows(sample, delimiter, 0)) {
    rows.push(cells);
    if (rows.length === SAMPLED_ROWS) break;
  }
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  let [cells, times] = [1, 0];
  for (const [each, count] of counts) if (count > times || (count === times && each > cells)) [cells, times] = [each, count];
  const withComma = rows.flat().filter((cell) => cell.includes(","));
  const even = cells < 2 ? 0 : times / rows.length;
  return {
    delimiter,
    share: even * Math.log2(Math.min(cells, 32)),
    even,
    begins: rows.findIndex(({ length }) => length === cells),
    commas: withComma.filter((cell) => NUMBER_WITH_COMMA.test(cell) || cell.includes(", ")).length / Math.max(1, withComma.length),
  };
}
