import { type ColumnValues, columnValues, decimalMarkOf, numberOf } from "./column-values.ts";
import { isStopWord } from "../../text/terms.ts";
import { contentWordsOf, isSameWord, type NamedCell, namedCells, type Word, wordsOf } from "./named-cells.ts";
import type { ParsedTable, TableRow } from "./parse-tables.ts";
import * as model from "./operations-of.ts";

/** Rows that answer a question, with their table. */
export interface TableAnswer {
  readonly table: ParsedTable;
  readonly rows: readonly TableRow[];
  /** The column and its found or computed value, such as "Fare: 17". Null if the rows alone are the answer. */
  readonly text: string | null;
}

interface Asked {
  readonly words: readonly Word[];
  readonly vector: model.Vector;
  readonly operations: Readonly<Record<model.TableOperation, number>>;
  readonly number: RegExpExecArray | null;
  readonly comparison: Readonly<Record<model.Comparison, number>> | undefined;
}

/** A question together with the part of a table that it names. */
interface Plan extends Pick<Asked, "vector" | "operations"> {
  readonly table: ParsedTable;
  readonly named: readonly NamedCell[];
  /** Rows with the named cells. */
  readonly rows: readonly number[];
  /** Columns without named cells. */
  readonly columns: readonly Column[];
  /** Limit of the requested values: "more than 20". */
  readonly limit: { readonly value: number | null; readonly isOver: boolean } | null;
  /** True if the question names the cell of one row. */
  readonly isOfRow: boolean;
}

interface Column {
  readonly at: number;
  readonly header: model.Vector;
  /** Log-odds that the question asks for this column. */
  readonly score: number;
  /** True if the question contains a word of the column's name. */
  readonly isSaid: boolean;
  readonly values: ColumnValues | null;
}

const [MAX_COLUMNS, MAX_ROWS, MAX_SIMILAR] = [24, 30, 3];
/** Score of a table for a named cell that one row has, or several. Tables differ by less in similarity. */
const [NAMED_ROW, NAMED_CELL] = [0.04, 0.03];
/** Score of a column whose whole name the question contains. */
const SAID = 4;
/** Minimum log-odds of a column, and its minimum lead over the next. */
const [MIN_LOOKED_UP, MIN_COMPUTED, MIN_ONLY, MIN_DOUBTFUL, MIN_LEAD] = [1, 0.25, -1.75, 4, 1];
/** Minimum log-odds of a direction, and minimum probabilities of operations and of a comparison. */
const [MIN_DIRECTION, MIN_OPERATION, MIN_FILTER, MIN_SUM, MIN_COUNT_ALL, MIN_COMPARISON] = [
  1, 0.5, 0.3, 0.7, 0.9, 0.8,
];
/** Score of a number column that the question does not name above which a count may be a sum. */
const MIN_SUM_SCORE = 6;
/** Similarity of a word and the question above which the table or the operation must explain the word. */
const [SALIENT, SALIENT_OF_COUNT, EXPLAINED] = [0.86, 0.81, 0.6];
/** A number that is no part of a code or time. */
const NUMBER = /(?<![\p{L}\p{N}:-])\d(?:[\d.,]{0,18}\d)?(?![\d:])/u;
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/v;

/**
 * Answers a question from the table that fits it best: a cell, the rows with some values, their number or sum,
 * or the row with an extreme value. Sentence vectors decide the operation and the column, so that every
 * language of the embedder works.
 * @returns null if no table certainly answers
 * @throws EmbedderError
 */
export async function answerFromTables(
  question: string,
  tables: readonly ParsedTable[],
  source: model.VectorSource,
): Promise<TableAnswer | null> {
  const readable = tables.filter(
    ({ rows, columns }) => rows.length > 1 && columns.length > 1 && columns.length <= MAX_COLUMNS,
  );
  if (readable.length === 0 || !model.fitsEmbedder(source.embedder)) return null;
  const number = NUMBER.exec(question);
  const texts = [question, ...(number === null ? [] : [wordsAround(question, number)])];
  const [vector, around] = await model.vectorsOf(source, texts, "question");
  if (vector === undefined) return null;
  const asked: Asked = {
    words: wordsOf(question),
    vector,
    operations: model.operationsOf(vector),
    number,
    comparison: around && model.comparisonsOf(around),
  };
  const table = await bestTable(asked, readable, source);
  const plan = table && planOf(asked, table, await model.vectorsOf(source, table.columns, "question"));
  const found = plan && compute(plan);
  if (!plan || !found) return null;
  return plan.isOfRow || (await isExplained(asked, found, source)) ? found : null;
}

/** Returns two words before the number, a number and one word after it. Unspaced scripts give characters. */
function wordsAround(question: string, { index, 0: number }: RegExpExecArray): string {
  const [before, after] = [question.slice(0, index), question.slice(index + number.length)];
  if (UNSPACED.test(question)) return `${before.slice(-3)}100${after.slice(0, 4)}`;
  return `${before.split(" ").slice(-3).join(" ")}100${after.split(" ").slice(0, 2).join(" ")}`.trim();
}

async function bestTable(
  { words, vector }: Asked,
  tables: readonly ParsedTable[],
  source: model.VectorSource,
): Promise<ParsedTable | undefined> {
  if (tables.length === 1) return tables[0];
  const texts = tables.map(({ under, columns }) => `${under}\n${columns.join(", ")}`);
  const vectors = await model.vectorsOf(source, texts, "passage");
  const scored = tables.map((table, at) => {
    const named = namedCells(words, table);
    const bonus = named.some(({ rows }) => rows.length === 1) ? NAMED_ROW : NAMED_CELL;
    return { table, score: model.dot(vectors[at], vector) + (named.length > 0 ? bonus : 0) };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.table;
}

/** Returns null if the table does not contain a number or code of the question. */
function planOf(asked: Asked, table: ParsedTable, headers: readonly model.Vector[]): Plan | null {
  const { words, vector, operations, number } = asked;
  const cellsAt = table.columns.map((_, at) => table.rows.map(({ cells }) => cells[at] ?? ""));
  const marks = cellsAt.map(decimalMarkOf);
  const mark = marks.find((each) => each !== null) ?? ".";
  const columns = headers.map((header, at): Column => {
    const names = contentWordsOf(table.columns[at] ?? "");
    const said = names.filter((name) => words.some((word) => isSameWord(word, name))).length;
    const score = model.columnScore(vector, header) + (SAID * said) / Math.max(1, names.length);
    return {
      at,
      header,
      score,
      isSaid: said > 0,
      values: columnValues(cellsAt[at] ?? [], marks[at] ?? mark),
    };
  });
  const isId = cellsAt.map(
    (cells) => cells.every((cell) => /^\d{1,9}$/.test(cell)) && new Set(cells).size === cells.length,
  );
  const { over = 0, under = 0 } = asked.comparison ?? {};
  const isCompared = Math.max(over, under) > MIN_COMPARISON;
  const named = namedCells(words, table, isCompared ? [] : isId);
  const isNamed = (at: number): boolean => named.some(({ from, to }) => from <= at && at < to);
  const isOfNumber = ({ start, end }: Word): boolean =>
    number !== null && start >= number.index && end <= number.index + number[0].length;
  const isLimited = isCompared && words.some((word, at) => isOfNumber(word) && !isNamed(at));
  const names = new Set(table.columns.flatMap(wordsOf).map(({ term }) => term));
  const isRead = (word: Word, at: number): boolean =>
    isNamed(at) || names.has(word.term) || (isLimited && isOfNumber(word));
  if (words.some((word, at) => /\p{N}/u.test(word.term) && !isRead(word, at))) return null;
  const namedColumns = Map.groupBy(named, ({ column }) => column);
  const rows = [...table.rows.keys()].filter((row) =>
    [...namedColumns.values()].every((cells) => cells.some((cell) => cell.rows.includes(row))),
  );
  return {
    vector,
    operations,
    table,
    named,
    rows,
    columns: columns.filter(({ at }) => !namedColumns.has(at)),
    limit: isLimited ? { value: numberOf(number?.[0] ?? "", mark), isOver: over > under } : null,
    isOfRow: !isLimited && named.some((cell) => cell.rows.length === 1),
  };
}

function compute(plan: Plan): TableAnswer | null {
  const { table, operations, named, rows, limit, isOfRow } = plan;
  const isOneColumn = named.every(({ column }) => column === named[0]?.column);
  if (isOfRow && named.length > 1 && isOneColumn) return operations.other > 0.5 ? null : answer(table, rows);
  if (isOfRow) return lookUp(plan);
  if (table.isPartial) return null;
  if (limit !== null) return compareWithLimit(plan, limit);
  if (operations.extreme > MIN_OPERATION) return findExtreme(plan);
  if (operations.sum > MIN_OPERATION) return operations.sum > MIN_SUM ? addUp(plan) : null;
  if (operations.count > MIN_OPERATION) return countRows(plan);
  return named.length > 0 && operations.filter > MIN_FILTER ? answer(table, rows) : null;
}

function answer(table: ParsedTable, rows: readonly number[], text: string | null = null): TableAnswer | null {
  const found = rows.flatMap((row) => table.rows[row] ?? []);
  return found.length === 0 || found.length > MAX_ROWS ? null : { table, rows: found, text };
}

/** Returns the column that the question asks for, or null if none or several fit. */
function bestColumn(columns: readonly Column[], least: number): Column | null {
  const [best, next] = columns.toSorted((a, b) => b.score - a.score);
  const lead = (best?.score ?? 0) - (next?.score ?? -Infinity);
  return best === undefined || best.score < least || lead < MIN_LEAD ? null : best;
}

function lookUp({ table, operations, rows, columns }: Plan): TableAnswer | null {
  const [row = 0] = rows;
  const isDoubtful = operations.other + operations.extreme > 0.6;
  const best = bestColumn(columns, isDoubtful ? MIN_DOUBTFUL : MIN_LOOKED_UP);
  const cell = best === null ? "" : table.rows[row]?.cells[best.at];
  if (rows.length !== 1 || !cell) return null;
  return answer(table, rows, `${table.columns[best?.at ?? 0]}: ${cell}`);
}

function bestComputed(columns: readonly Column[], kinds: readonly string[]): Column | null {
  const comparable = columns.filter(({ values }) => values !== null && kinds.includes(values.kind));
  return bestColumn(comparable, comparable.length === 1 ? MIN_ONLY : MIN_COMPUTED);
}

function findExtreme({ vector, table, rows, columns }: Plan): TableAnswer | null {
  const best = bestComputed(columns, ["number", "date", "time"]);
  const direction = best === null ? 0 : model.directionScore(vector, best.header);
  if (best === null || Math.abs(direction) < MIN_DIRECTION) return null;
  const valueOf = (row: number): number => (best.values?.values[row] ?? NaN) * Math.sign(direction);
  const known = rows.filter((row) => !Number.isNaN(valueOf(row)));
  const most = Math.max(...known.map(valueOf));
  const found = known.filter((row) => valueOf(row) === most);
  const cell = table.rows[found[0] ?? 0]?.cells[best.at];
  if (known.length < 2 || found.length > MAX_SIMILAR) return null;
  return answer(table, found, `${table.columns[best.at]}: ${cell}`);
}

function addUp({ table, rows, columns }: Plan): TableAnswer | null {
  const best = bestComputed(columns, ["number"]);
  const values = rows.map((row) => best?.values?.values[row] ?? NaN);
  const sum = values.reduce((total, value) => total + value, 0);
  if (!best?.values || rows.length < 2 || Number.isNaN(sum)) return null;
  const { decimalMark, places } = best.values;
  return answer(table, rows, `${table.columns[best.at]}: ${sum.toFixed(places).replace(".", decimalMark)}`);
}

/** Does not count rows if the question may ask for a sum: "How many seats are there?" */
function countRows({ operations, table, named, rows, columns }: Plan): TableAnswer | null {
  const isSum = columns.some(
    ({ values, score, isSaid }) =>
      values?.kind === "number" && score > (isSaid ? MIN_COMPUTED : MIN_SUM_SCORE),
  );
  if (isSum || (named.length === 0 && operations.count < MIN_COUNT_ALL)) return null;
  return answer(table, rows, `${rows.length}`);
}

function compareWithLimit(
  { operations, table, rows, columns }: Plan,
  { value: limit, isOver }: NonNullable<Plan["limit"]>,
): TableAnswer | null {
  const values = bestComputed(columns, ["number", "date"])?.values;
  if (!values || limit === null) return null;
  // A limit of dates is a year.
  const valueOf = (row: number): number =>
    Math.floor((values.values[row] ?? NaN) / (values.kind === "date" ? 10_000 : 1));
  // "Up to 20" may include the limit or not.
  if (rows.some((row) => valueOf(row) === limit)) return null;
  const found = rows.filter((row) => (isOver ? valueOf(row) > limit : valueOf(row) < limit));
  return answer(table, found, operations.count > MIN_OPERATION ? `${found.length}` : null);
}

/** True if the table or the operation explains every word that matters to the question. */
async function isExplained(
  { words, vector, operations }: Asked,
  { table, rows }: TableAnswer,
  source: model.VectorSource,
): Promise<boolean> {
  const cells = table.rows.flatMap((row) => row.cells.flatMap(wordsOf));
  const names = [...table.columns, table.under].flatMap(wordsOf);
  const open = words.filter(
    (word) =>
      !isStopWord(word.term) &&
      !/\p{N}/u.test(word.term) &&
      !cells.some((other) => isSameWord(word, other)) &&
      !names.some((other) => isSameWord(word, other, Infinity)),
  );
  const surfaces = open.map(({ surface }) => surface);
  const best = Object.entries(operations).reduce((a, b) => (b[1] > a[1] ? b : a))[0] as model.TableOperation;
  const isCountOfAll = best === "count" && rows.length === table.rows.length;
  const vectors = await model.vectorsOf(source, surfaces, "question");
  return vectors.every(
    (each) =>
      model.dot(each, vector) < (isCountOfAll ? SALIENT_OF_COUNT : SALIENT) ||
      model.operationsOf(each)[best] > EXPLAINED,
  );
}
