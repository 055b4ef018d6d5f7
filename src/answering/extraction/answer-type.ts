import type { SentenceCandidate } from "./sentence-candidates.ts";

/** Types of answers that a question can ask for. */
export type AnswerType = "number" | "date" | "name";

const anyOf = (phrases: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${phrases})(?![\\p{L}\\p{M}])`, "iu");

const NUMBER_ASKED = anyOf(
  "how (?:many|much|old|long|far|big|large|tall|high|fast|wide|deep|often|thick|thin|heavy|hot|warm|cold|steep|strong|expensive|quickly)|what (?:number|percent|percentage|proportion|share|amount)|" +
    "(?:price|cost|fee|fare|rent)s?|" +
    "kostet|kosten|preis|coûte|prix|cuestan?|precio|costa|prezzo|preço|kost|prijs|стоит|цена|" +
    "wie ?viele?n?|wie (?:alt|lange?|weit|hoch|groß|schnell|oft)|combien|cuánt[oa]s?|quant[oiae]s?|hoeveel|сколько",
);
const DATE_ASKED = anyOf(
  "when|how (?:early|late|soon)|(?:what|which) (?:year|date|century|day|month|decade|time)|wann|welche[smn]? (?:jahr|datum|tag|monat|jahrhundert)|quand|cuándo|quando|wanneer|когда|" +
    "(?:quelle|en quelle|qué|che|in che) (?:année|date|año|fecha|anno|data)",
);
const NAME_ASKED = anyOf(
  "who|whom|whose|where|(?:what|which) (?:city|country|state|person|place|company|name)|we[rmn]|wessen|wo|woher|wohin|qui|où|quién(?:es)?|dónde|chi|dove|" +
    "quem|onde|wie|waar",
);
const NUMBER_ASKED_CJK = /几|多少|价格|いくつ|何[人個年回]|몇|얼마/u;
const DATE_ASKED_CJK = /何时|什么时候|哪一?年|いつ|언제/u;

export const NUMBER_WORD = anyOf(
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?|millions?|billions?|half|third|quarter|both|" +
    "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|hundert|tausend|hälfte|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|diez",
);
const REFERENCE_MARK = /\[(\p{Nd}{1,3})\]/gu;
const DATE_SHAPE =
  /(?<!\p{Nd})\p{Nd}{3,4}(?!\p{Nd})|\p{Nd}{1,2}(?:st|nd|rd|th)(?!\p{L})|\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2}|[年月日년월일]|世纪|世紀/u;
const CLOCK =
  /(?<!\p{Nd})\p{Nd}{1,2}(?::\p{Nd}{2}(?!\p{Nd})|(?:\.\p{Nd}{2})?\s?(?:[ap]\.?m|uhr|heures|o['’]clock)(?!\p{L}))/iu;
const DATE_WORDS = anyOf(
  "centur(?:y|ies)|jahrhunderts?|siècles?|siglos?|january|february|march|april|may|june|july|august|september|october|november|december|" +
    "januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|" +
    "mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|noon|midnight|sunrise|sunset|mornings?|afternoons?|evenings?|" +
    "montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|mittags?|mitternacht|morgens|abends|" +
    "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
);

/**
 * Words that start a clause if another question word precedes them, or in a yes-or-no question: "Who do I
 * call when it leaks?"
 */
const CLAUSE = anyOf("when|where|who|whom|whose|which");
const ASKS_BEFORE = anyOf(
  "who|whom|whose|what|which|when|where|why|how|am|is|are|was|were|do|does|did|can|could|may|must|should|shall|will|would|has|have|had",
);

/**
 * Returns the answer type of a question, or null if no pattern matches. Covers English, and eight other
 * languages roughly.
 */
export function expectedAnswerType(whole: string): AnswerType | null {
  const question = withoutClauses(whole);
  if (NUMBER_ASKED.test(question) || NUMBER_ASKED_CJK.test(question)) return "number";
  if (DATE_ASKED.test(question) || DATE_ASKED_CJK.test(question)) return "date";
  return NAME_ASKED.test(question) ? "name" : null;
}

function withoutClauses(question: string): string {
  const first = ASKS_BEFORE.exec(question);
  if (first === null) return question;
  const from = first.index + first[0].length;
  const clause = CLAUSE.exec(question.slice(from));
  return clause === null ? question : question.slice(0, from + clause.index);
}

/**
 * True if a sentence contains a number, date or name of this type that is not in the question. `asked` holds
 * the stems of the question.
 */
export function hasAnswerType(
  kind: AnswerType,
  sentence: SentenceCandidate,
  asked: ReadonlySet<string>,
): boolean {
  if (kind === "name") return sentence.names.some((name) => !asked.has(name));
  let rest = "";
  for (const { surface, stem } of sentence.words) if (!asked.has(stem)) rest += `${surface} `;
  if (kind === "number") return saysFigure(sentence, asked) || NUMBER_WORD.test(rest);
  return DATE_SHAPE.test(rest) || DATE_WORDS.test(rest) || (CLOCK.test(sentence.text) && /\p{N}/u.test(rest));
}

/**
 * True if a sentence contains a number that is not in the question. "BZ2" and a reference mark such as "[2]"
 * are no numbers.
 */
function saysFigure({ text, words }: SentenceCandidate, asked: ReadonlySet<string>): boolean {
  const marks = new Set(Array.from(text.matchAll(REFERENCE_MARK), ([, number]) => number));
  return words.some(
    ({ surface, stem }) => /^\p{N}/u.test(surface) && !asked.has(stem) && !marks.has(surface),
  );
}
