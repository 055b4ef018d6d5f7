import { CALENDAR_NAMES } from "../../text/calendar-names.ts";
import { isStopWord, stem, termsOf } from "../../text/terms.ts";
import { figuresIn } from "./figures-in.ts";

/** What turns a sentence, narrows it or leaves it open, and what asks for all, for either or for a degree. English, folded. */
const TURNS = new Set(
  (
    "no not never none nor neither nobody nothing nowhere without cannot hardly rarely seldom barely except unless until till only just if when while " +
    "whether but although though however instead rather may might could should would perhaps possibly probably maybe sometimes often usually generally " +
    "normally mostly partly nearly almost about around approximately roughly over under least most few many several some all every each any always or " +
    "either both between from first last formerly previously once lack fail refuse deny stop too so as said claimed believed planned alleged than"
  ).split(" "),
);
/** "isn't"; what breaks a sentence into parts, of which one may turn the other. */
const PARTED = /n['’]t(?![\p{L}\p{M}])|[,;:?!()|[\]\n–—]|\.\s/iu;
/** Where nothing is left to say but what was asked, these add nothing. */
const ADDS_NOTHING = new Set(["a", "an", "the", "do", "does", "did", "is", "are", "was", "were", "has", "have", "had"]);
const ARTICLES = new Set(["a", "an", "the"]);
/** A question of yes or no that begins so is said yes to by a sentence with the same word; one with "does" by none of them. */
const SAID_WITH = new Set(["is", "are", "was", "were", "has", "have", "can", "must"]);
const MIN_NAME_WORDS = 2;
/** Longer ones say more than one thing. */
const MAX_CHARS = 300;

interface Said {
  readonly text: string;
  readonly terms: ReturnType<typeof termsOf>;
}

/**
 * What a quoted sentence says in a word, a number, a name or a day, when all that it says is what was asked and that: "Yes", "twelve",
 * "12 May 1742", each but "Yes" as the sentence writes it. "": nothing that can be said safely. It is derived, and no quote. English.
 */
export function deriveLead(question: string, quote: string): string {
  if (question.length > MAX_CHARS || quote.length > MAX_CHARS) return "";
  const text = quote.replace(/[.!]$/u, "");
  if (PARTED.test(text) || PARTED.test(question.replace(/[?\s]{1,9}$/u, ""))) return "";
  const said = { text, terms: termsOf(text) };
  const [first, ...asked] = termsOf(question).map(({ term }) => term);
  if (
    first === undefined ||
    [...asked.slice(Number(first === "how")), ...said.terms.filter(({ surface }) => surface !== "May").map(({ term }) => term)].some(
      (term) => TURNS.has(term),
    )
  )
    return "";
  if (first === "how" && asked[0] === "many") return countedIn(asked.slice(1), said);
  if (first === "who") return namedIn(asked, said);
  if (first === "when") return dayIn(asked, said);
  return isAffirmed(first, asked, said) ? "Yes" : "";
}

const tells = (term: string): boolean => !isStopWord(term);
const stemsOf = (terms: readonly string[]): string[] => terms.filter(tells).map(stem);

/** Whether the sentence is the question with its verb behind its subject: the same words in the same order, and no other. */
function isAffirmed(verb: string, asked: readonly string[], { terms }: Said): boolean {
  if (!SAID_WITH.has(verb) && verb !== "does" && verb !== "do") return false;
  const words = terms.map(({ term }) => term).filter((term) => !ARTICLES.has(term));
  const at = SAID_WITH.has(verb) ? words.indexOf(verb) : -1;
  if (SAID_WITH.has(verb) && at < 1) return false;
  const rest = words.filter((_, place) => place !== at).map(stem);
  const wanted = asked.filter((term) => !ARTICLES.has(term)).map(stem);
  return (
    stemsOf(asked).length > 1 && at < wanted.length && rest.length === wanted.length && rest.every((word, place) => word === wanted[place])
  );
}

/** The only number of the sentence, when what is counted stands right behind it and the sentence says nothing else but what is asked. */
function countedIn(asked: readonly string[], { text, terms }: Said): string {
  const { numbers } = figuresIn(text);
  const [only] = numbers;
  const [counted = ""] = asked;
  if (only === undefined || numbers.length > 1 || figuresIn(asked.join(" ")).numbers.length > 0) return "";
  const behind = terms.find(({ start }) => start >= only.end);
  if (behind === undefined || stem(behind.term) !== stem(counted)) return "";
  const others = terms.filter(({ start, end }) => end <= only.start || start >= only.end);
  return saysJust(others, asked) ? text.slice(only.start, only.end) : "";
}

/** "By" and a name at the end, or a name before all that is asked; of several words: one alone at a beginning may be any noun. */
function namedIn(asked: readonly string[], { text, terms }: Said): string {
  const by = terms.findIndex(({ term }) => term === "by");
  const known = new Set(stemsOf(asked));
  const until = terms.findIndex(({ term }) => known.has(stem(term)));
  const [name, others] = by > 0 ? [terms.slice(by + 1), terms.slice(0, by)] : [terms.slice(0, until), terms.slice(until)];
  const isName = name.length >= MIN_NAME_WORDS && name.every(({ surface, term }) => /^\p{Lu}/u.test(surface) && tells(term));
  return isName && until >= 0 && saysJust(others, asked) ? text.slice(name[0]?.start, name.at(-1)?.end) : "";
}

/** "In" or "on" and a day or a year at the end. */
function dayIn(asked: readonly string[], { text, terms }: Said): string {
  const at = terms.findLastIndex(({ term }) => term === "in" || term === "on");
  const day = terms.slice(at + 1);
  const isDay = day.length > 0 && day.every(({ term }) => /^\d{1,4}(?:st|nd|rd|th)?$/.test(term) || CALENDAR_NAMES.has(stem(term)));
  const isYear = day.some(({ term }) => /^\d{4}$/.test(term));
  return at > 0 && isDay && isYear && saysJust(terms.slice(0, at), asked) ? text.slice(day[0]?.start, day.at(-1)?.end) : "";
}

/** Whether these words say all that is asked and nothing beside. */
function saysJust(words: Said["terms"], asked: readonly string[]): boolean {
  const wanted = new Set(stemsOf(asked));
  const known = new Set(asked.map(stem));
  const said = new Set(words.map(({ term }) => stem(term)));
  const addsNothing = words.every(({ term }) => known.has(stem(term)) || ADDS_NOTHING.has(term));
  return wanted.size > 0 && addsNothing && [...wanted].every((word) => said.has(word));
}
