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

export interface Word extends Term {
  readonly stem: string;
}

/** Minimum length of the common beginning of two forms of a word, and maximum length of their endings. */
const [MIN_COMMON, MAX_ENDING] = [4, 2];
const MAX_CELL_CHARS = 120;
/** Minimum number and proportion of a long cell's words that the question repeats. */
const [MIN_REPEATED, MIN_SHARE] = [2, 0.6];

export const wordsOf = (text: string): Word[] =>
  termsOf(text).map((term) => ({ ...term, stem: stem(term.term) }));

export const contentWordsOf = (text: string): Word[] => wordsOf(text).filter(({ term }) => !isStopWord(term));

/** True if both words have the same stem, or a common beginning and short endings: "Linde", "Linden". */
export function isSameWord(one: Word, other: Word, maxEnding = MAX_ENDING): boolean {
  if (one.stem === other.stem) return true;
  let common = 0;
  while (common < one.term.length && one.term[common] === other.term[common]) common += 1;
  const ending = Math.max(one.term.length, other.term.length) - common;
  return common >= MIN_COMMON && ending <= maxEnding && !/\p{N}/u.test(one.term);
}

/**
 * Finds the cells whose text occurs in the question. Of overlapping cells, the longest counts. A column's
 * name is no cell: "Which city …?" does not name the value "City".
 * @param isId columns whose numbers identify rows. Other numbers name no cell.
 */
export function namedCells(
  asked: readonly Word[],
  table: ParsedTable,
  isId: readonly boolean[] = [],
): NamedCell[] {
  const headers = table.columns.flatMap(wordsOf);
  const found = [...table.columns.keys()].flatMap((column) => {
    const rowsOf = Map.groupBy(table.rows.keys(), (row) => table.rows[row]?.cells[column] ?? "");
    return [...rowsOf].flatMap(([cell, rows]): NamedCell[] => {
      const words = cell.length > MAX_CELL_CHARS ? [] : wordsOf(cell);
      const isNumber = words.every(({ term }) => !/\p{L}/u.test(term));
      const isName = (word: Word): boolean =>
        !isStopWord(word.term) && !headers.some((each) => isSameWord(each, word));
      if (!words.some(isName) || (isNumber && isId[column] !== true)) return [];
      const isAt = (at: number): boolean =>
        words.every((word, next) => {
          const other = asked[at + next];
          return other !== undefined && isSameWord(other, word);
        });
      const from = [...asked.keys()].findIndex(isAt);
      return from < 0 ? [] : [{ column, rows, from, to: from + words.length }];
    });
  });
  const isInLonger = ({ from, to }: NamedCell): boolean =>
    found.some((other) => other.from < to && from < other.to && other.to - other.from > to - from);
  return found.length > 0 ? found.filter((cell) => !isInLonger(cell)) : partlyNamed(asked, table);
}

/** Finds the one cell of several words that the question repeats for the most part. */
function partlyNamed(asked: readonly Word[], table: ParsedTable): NamedCell[] {
  const [best, next] = table.rows
    .flatMap(({ cells }, row) =>
      cells.map((cell, column) => ({ row, column, words: contentWordsOf(cell.slice(0, MAX_CELL_CHARS)) })),
    )
    .map(({ row, column, words }) => {
      const at = [...asked.keys()].filter((each) =>
        words.some((word) => isSameWord(word, asked[each] as Word)),
      );
      const place = { from: at[0] ?? 0, to: (at.at(-1) ?? -1) + 1 };
      return {
        column,
        rows: [row],
        ...place,
        share: at.length < MIN_REPEATED ? 0 : at.length / words.length,
      };
    })
    .toSorted((a, b) => b.share - a.share);
  return best === undefined || best.share < MIN_SHARE || best.share === next?.share ? [] : [best];
}
