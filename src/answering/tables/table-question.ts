import { questionLanguage } from "../../text/question-language.ts";
import { stem } from "../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../text/terms.ts";

/**
 * A question that a table can answer. It asks for the row with the highest or lowest value, or for a value of
 * a named row. English only.
 */
export interface TableQuestion {
  /** The requested extreme, or null if the question asks for a value of a named row. */
  readonly end: "most" | "least" | null;
  /** True for first and last, which require a column of dates, years or ranks. */
  readonly isOfOrder: boolean;
  /** Stems of the question without the superlative. */
  readonly words: readonly string[];
  /** Measures that the wording implies: "cheapest" implies a price. */
  readonly measures: readonly Measure[];
}

export type Measure =
  | "population"
  | "area"
  | "price"
  | "height"
  | "length"
  | "weight"
  | "age"
  | "speed"
  | "date"
  | "duration"
  | "depth"
  | "width"
  | "rank"
  | "density";

/** Words for measures in questions and column names. */
const MEASURES: readonly (readonly [Measure, string])[] = [
  ["population", "population people inhabitants residents populous populated live pop"],
  ["area", "area size surface"],
  ["price", "price cost fare fee charge expensive cheap"],
  ["height", "height elevation altitude tall"],
  ["length", "length distance long"],
  ["weight", "weight mass heavy"],
  ["age", "age old young"],
  ["speed", "speed fast slow"],
  ["date", "date year"],
  ["duration", "duration"],
  ["depth", "depth deep"],
  ["width", "width wide"],
  ["rank", "rank ranking position"],
  ["density", "density dense densely"],
];
const MEASURE_OF = new Map(
  MEASURES.flatMap(([measure, words]) =>
    words.split(" ").map((word): [string, Measure] => [stem(word), measure]),
  ),
);

/** Superlatives with their direction and implied measures. */
const ENDS: ReadonlyMap<string, readonly [end: "most" | "least", ...of: Measure[]]> = new Map([
  ["most", ["most"]],
  ["largest", ["most"]],
  ["biggest", ["most"]],
  ["greatest", ["most"]],
  ["highest", ["most"]],
  ["longest", ["most", "length", "duration"]],
  ["tallest", ["most", "height"]],
  ["heaviest", ["most", "weight"]],
  ["fastest", ["most", "speed"]],
  ["deepest", ["most", "depth"]],
  ["widest", ["most", "width"]],
  ["oldest", ["most", "age"]],
  ["newest", ["most", "date"]],
  ["latest", ["most", "date"]],
  ["last", ["most", "date", "rank"]],
  ["priciest", ["most", "price"]],
  ["dearest", ["most", "price"]],
  ["least", ["least"]],
  ["smallest", ["least"]],
  ["lowest", ["least"]],
  ["fewest", ["least"]],
  ["shortest", ["least", "length", "duration", "height"]],
  ["lightest", ["least", "weight"]],
  ["slowest", ["least", "speed"]],
  ["youngest", ["least", "age"]],
  ["cheapest", ["least", "price"]],
  ["earliest", ["least", "date"]],
  ["first", ["least", "date", "rank"]],
]);
const OF_ORDER = new Set(["first", "last", "earliest", "latest", "newest"]);
const ASKS_WHICH = /^\P{L}{0,3}(?:which|what|who)(?!\p{L})/iu;
const ASKS_HOW =
  /^\P{L}{0,3}how\s(?:many|much|big|large|tall|high|long|heavy|old|deep|wide|fast|expensive|densely)(?!\p{L})/iu;
/**
 * Matches phrases that ask for no extreme, such as "at least" and "most of them", and comparisons, which need
 * more than one row.
 */
const NO_END =
  /(?<!\p{L})(?:at\s(?:least|most|first|last)|most\sof|first\sof\sall|difference|compare[ds]?)(?!\p{L})/iu;
const SAYS_NOTHING = new Set(["many", "much", "which", "what", "who", "how"].map(stem));
const MAX_WORDS = 14;

/** Parses a table question. Returns null for any other question. */
export function parseTableQuestion(question: string): TableQuestion | null {
  if (NO_END.test(question) || questionLanguage(question) !== "en") return null;
  const terms = termsOf(question).map(({ term }) => term);
  if (terms.length > MAX_WORDS) return null;
  const ends = terms.filter((term) => ENDS.has(term));
  const [word] = ends;
  const isHow = ASKS_HOW.test(question);
  if (isHow ? ends.length > 0 : word === undefined || ends.length > 1 || !ASKS_WHICH.test(question))
    return null;
  const words = [
    ...new Set(terms.filter((term) => !ends.includes(term) && !isStopWord(term)).map(stem)),
  ].filter((each) => !SAYS_NOTHING.has(each));
  const [end = null, ...own] = word === undefined ? [] : (ENDS.get(word) ?? []);
  const said = words.flatMap((each) => MEASURE_OF.get(each) ?? []);
  return { end, isOfOrder: word !== undefined && OF_ORDER.has(word), words, measures: [...own, ...said] };
}

/** Returns the measure of a stem, or null. */
export function measureOf(word: string): Measure | null {
  return MEASURE_OF.get(word) ?? null;
}
