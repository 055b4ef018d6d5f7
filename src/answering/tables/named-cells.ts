import { stem } from "../../text/stemmer.ts";
import { isStopWord, type Term, termsOf } from "../../text/terms.ts";
import type { ParsedTable } from "./parse-tables.ts";

/** A cell that the question names, with all rows that have the same text in this column. */
export interface NamedCell {
  readonly column: number;
  readonly rows: readonly number[];
  /** Positions in the question of the cell's first word and of the word after its last. */
  readonly from: number;
  readonly to: number;
}

export type Word = Term & { readonly stem: string };

/** Minimum length of the common beginning of two forms of a word, and maximum length of their endings. */
const [MIN_COMMON, MAX_ENDING] = [4, 2];

export const wordsOf = (text: string): Word[] =>
  termsOf(text).map((term) => ({ ...term, stem: stem(term.term) }));

/** True if both words have the same stem, or a common beginning and short endings: "Linde", "Linden". */
export function isSameWord(one: Word, other: Word, maxEnding = MAX_ENDING): boolean {
  if (one.stem === other.stem) return true;
  let common = 0;
  while (common < one.term.length && one.term[common] === other.term[common]) common += 1;
  const ending = Math.max(one.term.length, other.term.length) - common;
  return common >= MIN_COMMON && ending <= maxEnding && !/\p{N}/u.test(one.term);
}

/** Finds the cells whose text occurs in the question. Of overlapping cells, the longest counts. A number is no name. */
export function namedCells(asked: readonly Word[], { columns, rows }: ParsedTable): NamedCell[] {
  const found = [...columns.keys()].flatMap((column) => {
    const rowsOf = Map.groupBy(rows.keys(), (row) => rows[row]?.cells[column] ?? "");
    return [...rowsOf].flatMap(([cell, at]): NamedCell[] => {
      const words = /\p{L}/u.test(cell) ? wordsOf(cell) : [];
      const from = asked.findIndex((_, start) =>
        words.every((word, next) => asked[start + next] && isSameWord(asked[start + next] as Word, word)),
      );
      const isName = words.some(({ term }) => !isStopWord(term));
      return from < 0 || !isName ? [] : [{ column, rows: at, from, to: from + words.length }];
    });
  });
  const isInLonger = ({ from, to }: NamedCell): boolean =>
    found.some((other) => other.from < to && from < other.to && other.to - other.from > to - from);
  return found.filter((cell) => !isInLonger(cell));
}
