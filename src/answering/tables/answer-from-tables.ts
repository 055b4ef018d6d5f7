import { isStopWord } from "../../text/terms.ts";
import { columnValues, numberOf, sumOfColumn } from "./column-values.ts";
import { hasDigit, isSameWord, type NamedCell, namedCells, type Word, wordsOf } from "./named-cells.ts";
import * as model from "./operations-of.ts";
import type { ParsedTable } from "./parse-tables.ts";

/** Rows that answer a question, with their table. */
export interface TableAnswer {
  readonly table: ParsedTable;
  readonly rows: ParsedTable["rows"];
  /** The column and its found or computed value, such as "Fare: 17". Null if the rows alone are the answer. */
  readonly text: string | null;
}

/** A table with the vector of its name and columns. */
interface NamedTable {
  readonly table: ParsedTable;
  readonly vector: model.Vector;
}

/** A question as words, vector, operations and limit. */
type Reading = Awaited<ReturnType<typeof readingOf>>;

/** A question together with the part of a table that it names. */
interface Asked extends Reading {
  readonly table: ParsedTable;
  readonly named: readonly NamedCell[];
  /** Vector of a question such as "And the fewest?", whose column the earlier question names. */
  readonly extreme?: model.Vector;
}

type Column = ReturnType<typeof columnsOf>[number];

const [MAX_COLUMNS, MAX_ROWS] = [24, 30];
/** Similarity that a named cell adds to a table, and log-odds that its whole name adds to a column. */
const [NAMED, SAID] = [0.04, 4];
/** Minimum log-odds of a column to look up, to compute, and to sum up in place of a count; minimum lead. */
const [MIN_LOOKED_UP, MIN_COMPUTED, MIN_SUMMED, MIN_LEAD] = [1, 0.25, 6, 1];
/** Minimum log-odds of a direction, and minimum probabilities of an operation, a filter and a comparison. */
const [MIN_DIRECTION, MIN_OPERATION, MIN_FILTER, MIN_COMPARISON] = [1, 0.5, 0.3, 0.8];
/** The same for an extreme of the earlier question's column: "the fewest" fits any column, "the cheapest" does not. */
const [MIN_CONTINUED, MIN_CONTINUED_DIRECTION] = [0.95, 8];
/** Maximum length of a word that may have no meaning of its own, such as "die" in German. */
const MAX_SHORT = 3;
/** Similarity of a word and the question above which the table or the operation must explain the word. */
const [SALIENT, EXPLAINED] = [0.86, 0.6];
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
  const reading = await readingOf(question, embed);
  const names = tables.map(({ under, columns }) => `${under}\n${columns.join(", ")}`);
  const vectors = await model.vectorsOf(embed, names, "passage");
  const named = tables.map((table, at): NamedTable => ({ table, vector: vectors[at] ?? new Float32Array() }));
  const continued = topic === "" ? null : await answerContinued(reading, topic, named, embed);
  const asked = bestTable([reading], named);
  return continued ?? (asked && (await answerTo(asked, embed)));
}

/**
 * Answers a question that may continue an earlier one. The earlier question adds only what this one lacks,
 * because together their cells and operations would contradict each other.
 */
async function answerContinued(
  reading: Reading,
  topic: string,
  tables: readonly NamedTable[],
  embed: model.Embed,
): Promise<TableAnswer | null> {
  const both = await readingOf(`${reading.text} ${topic}`, embed);
  const words = await telling(reading, embed);
  const bare = tables.filter(({ table }) =>
    isBare(words, { ...reading, table, named: namedIn(reading, table) }),
  );
  const own = bestTable([reading, both], bare.length > 0 ? bare : tables);
  if (own === null) return null;
  const { table } = own;
  if (bare.length > 0) {
    const replaced = replaceCells(topic, own);
    const again = await readingOf(replaced ?? `${topic} ${reading.text}`, embed);
    const found = await answerTo({ ...again, table, named: namedIn(again, table) }, embed);
    // A row without a certain column answers "And F12?".
    return found ?? (replaced === null ? null : answerWith(own, rowsNamed(own)));
  }
  const found = await answerTo(own, embed);
  if (found !== null || own.named.length > 0) return found;
  const named = namedIn(both, table);
  // "And its length?" asks about the row that the earlier question names, "And the fewest?" about all rows.
  if (reading.odds.lookup > MIN_OPERATION) return await answerTo({ ...own, named }, embed);
  if (reading.odds.extreme < MIN_CONTINUED) return null;
  const several = named.filter(({ rows }) => rows.length > 1);
  const joined = { ...both, table, named: several, odds: reading.odds, extreme: reading.vector };
  return await answerTo(joined, embed, own);
}

async function readingOf(text: string, embed: model.Embed) {
  const words = wordsOf(text);
  const [vector = new Float32Array()] = await model.vectorsOf(embed, [text]);
  return { text, words, vector, odds: model.operationsOf(vector), limit: await limitOf(text, words, embed) };
}

const namedIn = ({ words, limit }: Reading, table: ParsedTable): readonly NamedCell[] =>
  namedCells(words, table).filter(({ from, to }) => !limit || from < limit.from || to > limit.to);

/** The table that is nearest to all readings, with the first reading. */
function bestTable(readings: readonly [Reading, ...Reading[]], tables: readonly NamedTable[]): Asked | null {
  const scored = tables.map(({ table, vector }) => {
    const scores = readings.map(
      (each) => model.dot(vector, each.vector) + (namedIn(each, table).length > 0 ? NAMED : 0),
    );
    return { table, score: scores.reduce((sum, score) => sum + score, 0) };
  });
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  if (best === undefined || best.table.columns.length > MAX_COLUMNS) return null;
  return { ...readings[0], table: best.table, named: namedIn(readings[0], best.table) };
}

/** The words of a question that matter: all but stop words, and but short ones that its meaning does not need. */
async function telling({ words, vector }: Reading, embed: model.Embed): Promise<readonly Word[]> {
  const content = words.filter(({ term }) => !isStopWord(term));
  const short = content.filter(({ term }) => term.length <= MAX_SHORT).map(({ surface }) => surface);
  const vectors = await model.vectorsOf(embed, short);
  const idle = short.filter((_, at) => model.dot(vectors[at], vector) <= SALIENT);
  return content.filter(({ surface }) => !idle.includes(surface));
}

/** True if only cells matter in the question: "And the Elm?". */
function isBare(said: readonly Word[], { words, named }: Asked): boolean {
  const cells = named.map(({ from, to }) => ({
    start: words[from]?.start ?? 0,
    end: words[to - 1]?.end ?? 0,
  }));
  const isNamed = (word: Word): boolean =>
    cells.some(({ start, end }) => word.start < end && start < word.end);
  return named.length > 0 && said.every(isNamed);
}

/** The earlier question with the cells of this one: "What does the Elm weigh?". Null if it names no such cell. */
function replaceCells(topic: string, { words, named, table }: Asked): string | null {
  const earlier = wordsOf(topic);
  let replaced = topic;
  for (const { column, from, to } of namedCells(earlier, table).toSorted((a, b) => b.from - a.from)) {
    const cell = named.find((each) => each.column === column);
    const name = words.slice(cell?.from, cell?.to).map(({ surface }) => surface);
    const [start, end] = [earlier[from]?.start, earlier[to - 1]?.end];
    if (cell) replaced = `${replaced.slice(0, start)}${name.join(" ")}${replaced.slice(end)}`;
  }
  return replaced === topic ? null : replaced;
}

/** @param said the words that the table or the operation must explain; default: those of the question */
async function answerTo(asked: Asked, embed: model.Embed, said = asked): Promise<TableAnswer | null> {
  const found = compute(asked, columnsOf(asked, await model.vectorsOf(embed, asked.table.columns)));
  return found !== null && (await isExplained(said, embed)) ? found : null;
}

/** Recognizes a limit, such as "more than 20", by two words before the number and one after it. */
async function limitOf(question: string, words: readonly Word[], embed: model.Embed) {
  const { index: start, 0: number } = NUMBER.exec(question) ?? { index: 0, 0: "" };
  if (number === "") return null;
  const end = start + number.length;
  const from = words.findIndex((word) => word.start >= start);
  const to = from + words.slice(from).filter((word) => word.end <= end).length;
  const before = question.slice(words[from - 2]?.start ?? 0, start);
  const around = `${before}100${question.slice(end, words[to + 1]?.start)}`;
  const [vector = new Float32Array()] = await model.vectorsOf(embed, [around]);
  const { over, under } = model.comparisonsOf(vector);
  return Math.max(over, under) < MIN_COMPARISON ? null : { number, isOver: over > under, from, to };
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

function answerWith(
  { table }: Asked,
  rows: readonly number[],
  text: string | null = null,
): TableAnswer | null {
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
  // "How many seats are there?" may ask for a sum.
  const isSum = comparable.some(({ values, score }) => values?.kind === "number" && score > MIN_SUMMED);
  if (odds.count > MIN_OPERATION) return isSum ? null : answer(rows, `${rows.length}`);
  return named.length > 0 && odds.filter > MIN_FILTER ? answer(rows) : null;
}

/** Returns the column that the question asks for, unless none or several fit. */
function bestColumn(columns: readonly Column[], least: number): Column | undefined {
  const [best, next] = columns.toSorted((a, b) => b.score - a.score);
  return best && best.score >= Math.max(least, (next?.score ?? -Infinity) + MIN_LEAD) ? best : undefined;
}

function extremeRows({ vector, extreme }: Asked, rows: readonly number[], column?: Column) {
  const direction = column === undefined ? 0 : model.directionScore(extreme ?? vector, column.header);
  const least = extreme === undefined ? MIN_DIRECTION : MIN_CONTINUED_DIRECTION;
  const values = rows.map((row) => (column?.values?.values[row] ?? NaN) * Math.sign(direction));
  const most = Math.max(...values.filter((value) => !Number.isNaN(value)));
  return rows.filter((_, at) => Math.abs(direction) > least && values[at] === most);
}

/** Returns no rows if one has the limit itself, which "up to 20" may include. */
function rowsBeyond(limit: NonNullable<Asked["limit"]>, rows: readonly number[], column?: Column) {
  const { kind, values = [], mark = "." } = column?.values ?? {};
  const least = numberOf(limit.number, mark) ?? NaN;
  const sides = rows.map((row) => {
    const value = values[row] ?? NaN;
    // The limit of dates is a year.
    return Math.sign((kind === "date" ? Math.floor(value / 10_000) : value) - least);
  });
  return sides.includes(0) ? [] : rows.filter((_, at) => sides[at] === (limit.isOver ? 1 : -1));
}

/** True if the table has the numbers of the question and, unless it names a cell, each word that matters. */
async function isExplained({ words, vector, odds, table, ...asked }: Asked, embed: model.Embed) {
  const named = asked.limit === null ? asked.named : [...asked.named, asked.limit];
  const names = [...table.columns, table.under].flatMap(wordsOf);
  const all = [...names, ...table.rows.flatMap((row) => row.cells.flatMap(wordsOf))];
  const isKnown = (word: Word, at: number): boolean =>
    isStopWord(word.term) ||
    named.some(({ from, to }) => from <= at && at < to) ||
    (hasDigit(word) ? names : all).some((known) => isSameWord(known, word, Infinity));
  const open = words.filter((word, at) => !isKnown(word, at));
  const vectors = await model.vectorsOf(
    embed,
    Array.from(open, ({ surface }) => surface),
  );
  const [best] = Object.entries(odds).reduce((a, b) => (b[1] > a[1] ? b : a)) as [
    model.TableOperation,
    number,
  ];
  const matters = (each: model.Vector): boolean =>
    model.dot(each, vector) > SALIENT && model.operationsOf(each)[best] < EXPLAINED;
  const unexplained = open.filter((_, at) => matters(vectors[at] ?? new Float32Array()));
  // The pairs of characters of unspaced text cross the borders of words.
  const isCovered = ({ start, end }: Word): boolean => {
    const others = words.filter(
      (word) => !unexplained.includes(word) && word.start < end && start < word.end,
    );
    return others.some((word) => word.start <= start) && others.some((word) => word.end >= end);
  };
  return !open.some(hasDigit) && (asked.named.length > 0 || unexplained.every(isCovered));
}
