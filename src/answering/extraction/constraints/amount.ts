import { questionLanguage } from "../../../text/question-language.ts";
import { stem } from "../../../text/stemmer.ts";
import { countedNoun } from "./count.ts";

/** Kinds of amounts that a question can ask for. */
type AmountKind = "count" | "share" | "price" | "frequency" | "duration" | "age" | "measure" | "telephone";

/** Matches "How large is …?", which asks for an amount. "How large language models work" asks for none. */
const HOW =
  /(?:^|[^\p{L}])how\s(?:(many|much|often)(?![\p{L}-])|(long|old|tall|high|wide|deep|thick|heavy|far|big|large)(?=\s(?:is|are|was|were|am|be|been|do|does|did|has|have|had|can|could|may|might|must|should|shall|will|would|an?|from|ago|before|after|until)(?!\p{L})|\P{L}{0,3}$))/iu;
/**
 * Matches a question word before "how". Such a question usually asks for no amount: "Why does it matter how
 * long it is?"
 */
const ASKS_BEFORE = /(?:^|[^\p{L}])(?:what|why|who|whom|whose|when|where|which|if|whether)(?!\p{L})/iu;
const OF_HOW: Readonly<Record<string, AmountKind>> = {
  many: "count",
  much: "share",
  often: "frequency",
  long: "duration",
  old: "age",
};
const COSTS = /^\P{L}{0,3}what\s(?:does|do|did|will|would)\s.{1,100}\scost(?!\p{L})/iu;
/**
 * Matches "What is the minimum age?" and "What is the price of a ticket?". Capitalized words are part of a
 * name: "the Age of Reason".
 */
const MEASURE_OF =
  /^\P{L}{0,3}[Ww]hat(?:['’]s|\s(?:is|are|was|were|will\sbe))\s(?:the|its|his|her|their|your|our|my)\s(?:[\p{L}-]{1,30}\s){0,2}(prices?|costs?|fees?|fares?|rent|salary|wages?|age|size|weight|height|depth|length|width|distance|population|percentage|(?:tele)?phone\snumber|fax\snumber)(?=\P{L}{0,3}$|\s(?:of|for|to|from|per|in|at|on|between|when|if|by)\s)/u;
const PRICE = /^(?:price|cost|fee|fare|rent|salary|wage)/;

const WORD = /\S+/gu;
/**
 * Matches "40", "€40", "(60", "1,500.", "17m", "14th", "512-byte" and "mid-14th", but not "UTF-8", "BZ2" and
 * "501(c)(3)".
 */
const FIGURE =
  /^[^\p{L}\p{N}]{0,3}(?:\p{Ll}{1,10}-)?\p{N}[\p{N}.,:'’/×–-]{0,20}[\p{L}%°²³-]{0,24}[^\p{L}\p{N}]{0,4}$/u;
const VERSION = /^[^\p{L}\p{N}]{0,3}\p{Nd}{1,6}(?:\.\p{Nd}{1,6}){2}/u;
const REFERENCE_MARK = /^\[\p{Nd}{1,3}\]/u;
/** Matches words before a number that is an identifier and no amount. */
const NUMBERED =
  /^[^\p{L}-]{0,3}(?:versions?|sections?|chapters?|figures?|fig\.|tables?|steps?|rules?|parts?|pages?|pp?\.|volumes?|vol\.|appendix|articles?|paragraphs?|items?|no\.|-{1,2}\p{L}[\p{L}-]{0,30})$/iu;
/** Matches a year or a numeric date. */
const DATE =
  /^[^\p{L}\p{N}]{0,3}(?:1\p{Nd}{3}|20\p{Nd}{2}|\p{Nd}{2}\/\p{Nd}{2}|\p{Nd}{1,4}([./-])\p{Nd}{1,2}\1\p{Nd}{1,4})s?[^\p{L}\p{N}]{0,4}$/u;
/** Kinds of amounts that a date cannot answer. Two dates answer a duration: "from 1961 to 1989". */
const NO_DATES: ReadonlySet<AmountKind> = new Set(["measure", "age", "price", "frequency", "duration"]);
const SPAN_OF_YEARS =
  /(?:1\p{Nd}{3}|20\p{Nd}{2})\s?(?:[-–—]|to|until|till|and|through)\s?(?:in\s|about\s)?(?:1\p{Nd}{3}|20\p{Nd}{2})(?!\p{Nd})/u;
const TELEPHONE = /\p{Nd}[\p{Nd}\s()./-]{3,20}\p{Nd}/u;

const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const NUMBER_WORDS = list(
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty " +
    "sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion billions trillion trillions dozen dozens zero none neither " +
    "both half thirds quarter quarters twice thrice double triple single sole solely couple pair unlimited infinite infinitely countless",
);
/** Words before "one" that make it a pronoun: "this one". */
const BEFORE_PRONOUN = list("the this that no each every any which some another");
const BEHIND_PRONOUN = list(
  "more additional of can could may might must should would will is has another way who that thing such s",
);
const QUANTIFIERS = list("no several few many numerous any");
const MAX_BETWEEN = 3;
const TIME_UNITS =
  "second seconds minute minutes hour hours day days week weeks month months year years decade decades century centuries generation generations";
const WORDS_OF: Readonly<Record<AmountKind, ReadonlySet<string>>> = {
  count: list("all only"),
  share: list("all most much little whole entire part portion majority enough free nothing unlimited"),
  price: list("free nothing gratis complimentary charge cost"),
  frequency: list(
    "once daily weekly monthly yearly annual annually hourly nightly quarterly every each always never rarely seldom regularly usually often frequently continuously",
  ),
  duration: list(
    `until till forever indefinite indefinitely permanent permanently lifetime overnight always never since throughout ${TIME_UNITS}`,
  ),
  age: list("years months weeks days decades centuries generations newborn infant"),
  measure: list(
    "unlimited infinite any limit mile miles metre metres meter meters foot feet inch inches kilometre kilometres kilometer kilometers",
  ),
  telephone: list(""),
};
const LETTERS = /[\p{L}\p{M}]+/gu;

/** Returns the kind of amount that a question asks for, or null. English only. */
function requestedAmount(question: string): AmountKind | null {
  if (questionLanguage(question) !== "en") return null;
  const how = HOW.exec(question);
  if (how !== null && !ASKS_BEFORE.test(question.slice(0, how.index)))
    return OF_HOW[(how[1] ?? how[2] ?? "").toLowerCase()] ?? "measure";
  if (COSTS.test(question)) return "price";
  const noun = MEASURE_OF.exec(question)?.[1];
  if (noun === undefined) return null;
  return noun.endsWith("number")
    ? "telephone"
    : PRICE.test(noun)
      ? "price"
      : noun === "age"
        ? "age"
        : "measure";
}

/**
 * True if a question asks for an amount and the text contains none. Version and section numbers are no
 * amounts. Runs in linear time.
 */
export function missesAmount(question: string, text: string): boolean {
  const kind = requestedAmount(question);
  if (kind === null) return false;
  if (kind === "telephone") return !TELEPHONE.test(text);
  if (kind === "duration" && SPAN_OF_YEARS.test(text)) return false;
  return !saysFigure(text, !NO_DATES.has(kind)) && !saysInWords(kind, countedNoun(question), text);
}

function saysFigure(text: string, withDates: boolean): boolean {
  let before = "";
  for (const [word] of text.matchAll(WORD)) {
    const isFigure =
      FIGURE.test(word) &&
      (withDates || !DATE.test(word)) &&
      !VERSION.test(word) &&
      !REFERENCE_MARK.test(word);
    if (isFigure && !NUMBERED.test(before)) return true;
    before = word;
  }
  return false;
}

function saysInWords(kind: AmountKind, counted: string | null, text: string): boolean {
  const words = Array.from(text.matchAll(LETTERS), ([word]) => word.toLowerCase());
  return words.some((word, at) => {
    if (NUMBER_WORDS.has(word) || WORDS_OF[kind].has(word)) return true;
    if (word === "one")
      return !BEFORE_PRONOUN.has(words[at - 1] ?? "") && !BEHIND_PRONOUN.has(words[at + 1] ?? "more");
    return (
      counted !== null &&
      QUANTIFIERS.has(word) &&
      words.slice(at + 1, at + 1 + MAX_BETWEEN).some((each) => stem(each) === counted)
    );
  });
}
