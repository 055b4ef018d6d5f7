import { type Delimiter, delimitedRows, DELIMITERS } from "./delimited-rows.ts";

const SAMPLED_CHARS = 65_536;
const SAMPLED_ROWS = 100;
/**
 * Another delimiter is preferred to commas inside its cells if at least this share of its rows has equally
 * many cells.
 */
const MIN_EVEN = 0.8;
const MIN_COMMAS = 0.8;
const NUMBER_WITH_COMMA =
  /^\s{0,9}[-+($€£¥]{0,3} ?\d[\d.' \u00a0]{0,30}(?:,\d{1,15}){1,6}\s?[%$€£¥\p{L}]{0,4}\)?\s{0,9}$/u;
/** Excel's declaration of the delimiter: "sep=;". */
const DECLARED = /^sep=(.)\r?\n/i;

/** Detects the delimiter and the start of the rows; null if no delimiter makes columns. */
export function detectDelimiter(text: string): { delimiter: Delimiter; from: number } | null {
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

/** Statistics of a text's beginning, split with one delimiter. */
interface Look {
  readonly delimiter: Delimiter;
  /** Share of rows with the most frequent cell count, weighted by the logarithm of that count. */
  readonly share: number;
  /** Share of rows with the most frequent cell count, without weight. */
  readonly even: number;
  /** Index of the first row with the most frequent cell count. */
  readonly begins: number;
  /** Share of comma-separated cells that are decimal numbers or prose (comma and space), from 0 to 1. */
  readonly commas: number;
}

/** Whether the commas belong to cells of the other delimiter, as decimal commas or in prose. */
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
  for (const [each, count] of counts)
    if (count > times || (count === times && each > cells)) [cells, times] = [each, count];
  const withComma = rows.flat().filter((cell) => cell.includes(","));
  const even = cells < 2 ? 0 : times / rows.length;
  return {
    delimiter,
    share: even * Math.log2(Math.min(cells, 32)),
    even,
    begins: rows.findIndex(({ length }) => length === cells),
    commas:
      withComma.filter((cell) => NUMBER_WITH_COMMA.test(cell) || cell.includes(", ")).length /
      Math.max(1, withComma.length),
  };
}
