import { isStopWord } from "../../text/terms.ts";
import { columnValues, numberOf, sumOfColumn } from "./column-values.ts";
import { isSameWord, type NamedCell, namedCells, type Word, wordsOf } from "./named-cells.ts";
import * as model from "./operations-of.ts";
import type { ParsedTable } from "./parse-tables.ts";

/** Rows that answer a question, with their table. */
export interface TableAnswer {
  readonly table: ParsedTable;
  readonly rows: ParsedTable["rows"];
  /** The column and its found or computed value, such as "Fare: 17". Null if the rows alone are the answer. */
  readonly text: string | null;
}

type NamedTable = Readonly<Record<"table", ParsedTable> & Record<"vector", model.Vector>>;
/** A question as words, vector, operations and limit. */
type Reading = Awaited<ReturnType<typeof readingOf>>;

/** A question together with the part of a table that it names. */
interface Asked extends Reading {
  readonly table: ParsedTable;
  readonly named: readonly NamedCell[];
}

type Column = ReturnType<typeof columnsOf>[number];

const [MAX_COLUMNS, MAX_ROWS] = [24, 30];
/** Similarity that a named cell adds to a table, and log-odds that its whole name adds to a column. */
const [NAMED, SAID] = [0.04, 4];
/** Minimum log-odds of a column to look up and to compute, and minimum lead. */
const [MIN_LOOKED_UP, MIN_COMPUTED, MIN_LEAD] = [1, 0.25, 1];
/** Minimum log-odds of a direction, and minimum probabilities of an operation, a filter and a comparison. */
const [MIN_DIRECTION, MIN_OPERATION, MIN_FILTER, MIN_COMPARISON] = [1, 0.5, 0.3, 0.8];
/** Similarity of a word and the question above which the table or the operation must explain the word. */
const [SALIENT, EXPLAINED] = [0.86, 0.6];
/** Length of articles that are content words in another language, such as "die" in German. */
const ARTICLE_CHARS = 3;
/** A number that is no part of a code or time. */
const NUMBER = /(?<![\p{L}\p{N}:-])\d(?:[\d.,]{0,18}\d)?(?![\d:])/u;

/**
 * Answers a question from the table that fits it best: a cell, the rows with some values, their number or sum,
 * or the row with an extreme value. Sentence vectors decide, so that every language of the embedder works.
 * @param topic the earlier question that this one may continue; empty without one
 * @param embed embeds texts with an embedder that fits the weights
 * @returns null if no table certainly answers
 * @throws EmbedderError
 */
export async function answerFromTables(
  { question, topic }: { readonly question: string; readonly topic: string },
  tables: readonly ParsedTable[],
  embed: model.Embed,
): Promise<TableAnswer | null> {
  const names = tables.map(({ under, columns }) => `${under}\n${columns.join(", ")}`);
  const vectors = await model.vectorsOf(embed, names, "passage");
  const all = tables.map((table, at) => ({ table, vector: vectors[at] ?? new Float32Array() }));
  const reading = await readingOf(question, embed);
  if (topic === "") return await answerTo(bestTable([reading], all), embed);
  const both = await readingOf(`${topic} ${question}`, embed);
  const bare = all.filter(({ table }) => isBare(reading, table));
  const asked = bestTable([reading, both], bare.length > 0 ? bare : all);
  if (asked === null || bare.length === 0)
    return (await answerTo(asked, embed)) ?? (await answerTo(bestTable([reading], all), embed));
  // "And the Elm?" asks for the column of the earlier question. Without a certain column, the row answers.
  const isOther = ({ column }: NamedCell): boolean => asked.named.every((cell) => cell.column !== column);
  const named = [...namedCells(both.words, asked.table).filter(isOther), ...asked.named];
  return (
    (await answerTo({ ...both, table: asked.table, named }, embed)) ?? answerWith(asked, rowsNamed(asked))
  );
}

async function readingOf(text: string, embed: model.Embed) {
  const [vector = new Float32Array()] = await model.vectorsOf(embed, [text]);
  const limit = await limitOf(text, embed);
  // The number of a limit names no cell.
  const words = wordsOf(limit === null ? text : text.replace(limit.number, " "));
  return { words, vector, odds: model.operationsOf(vector), limit };
}

/** The table that is nearest to all readings, with the first reading. */
function bestTable(readings: readonly [Reading, ...Reading[]], tables: readonly NamedTable[]): Asked | null {
  const scored = tables.map(({ table, vector }) => {
    const scores = readings.map(
      (each) => model.dot(vector, each.vector) + (namedCells(each.words, table).length > 0 ? NAMED : 0),
    );
    return { table, score: scores.reduce((sum, score) => sum + score, 0) };
  });
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  if (best === undefined || best.table.columns.length > MAX_COLUMNS) return null;
  return { ...readings[0], table: best.table, named: namedCells(readings[0].words, best.table) };
}

/** True if the question has no content words but those of cells: "And the Elm?". */
function isBare({ words }: Reading, table: ParsedTable): boolean {
  const named = namedCells(words, table);
  const isNamed = (at: number): boolean => named.some(({ from, to }) => from <= at && at < to);
  const isIdle = (term: string): boolean => isStopWord(term) || term.length === ARTICLE_CHARS;
  return named.length > 0 && words.every(({ term }, at) => isIdle(term) || isNamed(at));
}

async function answerTo(asked: Asked | null, embed: model.Embed): Promise<TableAnswer | null> {
  if (asked === null) return null;
  const found = compute(asked, columnsOf(asked, await model.vectorsOf(embed, asked.table.columns)));
  return found !== null && (await isExplained(asked, embed)) ? found : null;
}

/** Recognizes a limit, such as "more than 20", by two words before the number and one after it. */
async function limitOf(question: string, embed: model.Embed) {
  const { index: start, 0: number } = NUMBER.exec(question) ?? { index: 0, 0: "" };
  if (number === "") return null;
  const [before, after] = [question.slice(0, start), question.slice(start + number.length)];
  const around = `${before.slice(wordsOf(before).at(-2)?.start ?? 0)}100${after.slice(0, wordsOf(after)[1]?.start)}`;
  const [vector = new Float32Array()] = await model.vectorsOf(embed, [around]);
  const { over, under } = model.comparisonsOf(vector);
  return Math.max(over, under) < MIN_COMPARISON ? null : { number, isOver: over > under };
}

/** Returns the columns without named cells, with the log-odds that the question asks for them. */
function columnsOf({ table, named, words, vector }: Asked, headers: readonly model.Vector[]) {
  return headers.flatMap((header, at) => {
    if (named.some(({ column }) => column === at)) return [];
    const name = table.columns[at] ?? "";
    const parts = wordsOf(name).filter(({ term }) => !isStopWord(term));
    const said = parts.filter((part) => words.some((word) => isSameWord(word, part))).length;
    const score = model.columnScore(vector, header) + (SAID * said) / Math.max(1, parts.length);
    const cells = table.rows.map((row) => row.cells[at] ?? "");
    return [{ name, cells, header, score, values: columnValues(cells) }];
  });
}

/** The rows that have a named cell in each column with named cells. */
function rowsNamed({ table, named }: Asked): readonly number[] {
  const columns = [...Map.groupBy(named, ({ column }) => column).values()];
  return [...table.rows.keys()].filter((row) =>
    columns.every((cells) => cells.some((cell) => cell.rows.includes(row))),
  );
}

function answerWith({ table }: Asked, rows: readonly number[], text: string | null = null) {
  if (rows.length === 0 || rows.length > MAX_ROWS) return null;
  return { table, rows: rows.flatMap((row) => table.rows[row] ?? []), text };
}

function compute(asked: Asked, columns: readonly Column[]): TableAnswer | null {
  const { odds, named, limit } = asked;
  const rows = rowsNamed(asked);
  const answer = (found: readonly number[], text?: string) => answerWith(asked, found, text);
  const answerCell = (found: readonly number[], column?: Column, value = column?.cells[found[0] ?? -1]) =>
    column && value ? answer(found, `${column.name}: ${value}`) : null;
  if (limit === null && named.some((cell) => cell.rows.length === 1))
    return rows.length > 1 ? answer(rows) : answerCell(rows, bestColumn(columns, MIN_LOOKED_UP));
  const comparable = columns.filter(({ values }) => values !== null);
  const best = bestColumn(comparable, MIN_COMPUTED);
  if (limit !== null) {
    const found = rowsBeyond(limit, rows, best);
    return answer(found, odds.count > MIN_OPERATION ? `${found.length}` : undefined);
  }
  if (odds.extreme > MIN_OPERATION) return answerCell(extremeRows(asked, rows, best), best);
  if (odds.sum > MIN_OPERATION)
    return answerCell(rows, best, best?.values ? sumOfColumn(best.values, rows) : "");
  if (odds.count > MIN_OPERATION) return answer(rows, `${rows.length}`);
  return named.length > 0 && odds.filter > MIN_FILTER ? answer(rows) : null;
}

/** Returns the column that the question asks for, unless none or several fit. */
function bestColumn(columns: readonly Column[], least: number): Column | undefined {
  const [best, next] = columns.toSorted((a, b) => b.score - a.score);
  return best && best.score >= Math.max(least, (next?.score ?? -Infinity) + MIN_LEAD) ? best : undefined;
}

function extremeRows({ vector }: Asked, rows: readonly number[], column?: Column) {
  const direction = column === undefined ? 0 : model.directionScore(vector, column.header);
  const values = rows.map((row) => (column?.values?.values[row] ?? NaN) * Math.sign(direction));
  const most = Math.max(...values.filter((value) => !Number.isNaN(value)));
  return rows.filter((_, at) => Math.abs(direction) > MIN_DIRECTION && values[at] === most);
}

function rowsBeyond(limit: NonNullable<Asked["limit"]>, rows: readonly number[], column?: Column) {
  const { values = [], mark = "." } = column?.values ?? {};
  const least = numberOf(limit.number, mark) ?? NaN;
  return rows.filter((row) => {
    const value = values[row] ?? NaN;
    return limit.isOver ? value > least : value < least;
  });
}

/**
 * True if the table has the numbers of the question, and if the question names a cell, or the table or the
 * operation explains each word that matters.
 */
async function isExplained({ words, vector, odds, table, named }: Asked, embed: model.Embed) {
  const names = [...table.columns, table.under].flatMap(wordsOf);
  const known = [...names, ...table.rows.flatMap((row) => row.cells.flatMap(wordsOf))];
  const isKnown = (word: Word, at: number): boolean =>
    isStopWord(word.term) ||
    named.some(({ from, to }) => from <= at && at < to) ||
    (/\p{N}/u.test(word.term) ? names : known).some((other) => isSameWord(other, word, Infinity));
  const open = words.filter((word, at) => !isKnown(word, at));
  if (open.some(({ term }) => /\p{N}/u.test(term))) return false;
  if (named.length > 0) return true;
  const surfaces = open.map(({ surface }) => surface);
  const vectors = await model.vectorsOf(embed, surfaces);
  const best = model.OPERATIONS.reduce((one, other) => (odds[other] > odds[one] ? other : one));
  const unexplained = open.filter((_, at) => {
    const each = vectors[at] ?? new Float32Array();
    return model.dot(each, vector) > SALIENT && model.operationsOf(each)[best] < EXPLAINED;
  });
  // The pairs of characters of unspaced text cross the borders of words.
  const others = words.filter((word) => !unexplained.includes(word));
  const isCovered = ({ start, end }: Word): boolean =>
    others.some((word) => word.start <= start && start < word.end) &&
    others.some((word) => word.start < end && end <= word.end);
  return unexplained.every(isCovered);
}
