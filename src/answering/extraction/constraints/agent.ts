import { stem } from "../../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../../text/terms.ts";
import type { SentenceCandidate } from "../sentence-candidates.ts";

const ASKS =
  /^\P{L}{0,3}who\s(?:first\s|originally\s)?(?:wrote|invented|created|made|designed|founded|built|developed|discovered|composed|painted|authored|programmed)(?!\p{L})/iu;
/** Matches statements of authorship, such as "written by". */
const SAYS_MADE =
  /(?<!\p{L})(?:wr(?:ote|itten|it(?:er|ing))|invent|creat|made(?!\p{L})|maker|design|found(?:ed|er|ing)|buil[dt]|develop(?:ed|er)|discover|compos|paint|author|programm|produc|introduc|start(?:ed|er)|establish|conceiv|devis|initiat|launch|commission|copyright|by(?!\p{L}))/iu;
const MADE =
  "(?:[Ww]r(?:ote|itten)|invented|created|made|designed|founded|built|developed|discovered|composed|painted|authored|programmed|implemented|conceived)";
const MADE_BY = new RegExp(
  `(?<!\\p{L})${MADE}(?:\\s\\p{Ll}{1,20}){0,6}\\sby\\s{1,4}\\p{Lu}\\p{Ll}*[\\p{L}.]`,
  "u",
);
const NAME_MADE = new RegExp(
  `(?<!\\p{L})\\p{Lu}\\p{Ll}{1,30}\\s(?:first\\s|originally\\s|also\\s)?${MADE}(?!\\p{L})`,
  "u",
);
const NAME = /^\p{Lu}\p{Ll}/u;
const SENTENCE_ENDS = /[.!?:;]\P{L}{0,8}$/u;

/** True if a question asks for an author or maker. English only. */
export function asksForAgent(question: string): boolean {
  return ASKS.test(question);
}

/** True if a text names an author or maker: "written by Ada Fell", "Ada Fell wrote it". */
export function namesAgent(text: string): boolean {
  return MADE_BY.test(text) || NAME_MADE.test(text);
}

/**
 * True if a question asks for an author or maker, but no related sentence contains a name or a statement of
 * authorship. English only.
 */
export function missesAgent(question: string, sentences: readonly SentenceCandidate[]): boolean {
  const [asks] = ASKS.exec(question) ?? [];
  if (asks === undefined) return false;
  const thing = termsOf(question.slice(asks.length)).flatMap(({ term }) =>
    isStopWord(term) ? [] : [stem(term)],
  );
  const speaksOf = ({ stems, context }: SentenceCandidate): boolean =>
    thing.length === 0 || thing.some((word) => stems.has(word) || context.has(word));
  return !sentences.some(
    (sentence) => speaksOf(sentence) && (SAYS_MADE.test(sentence.text) || saysName(question, sentence.text)),
  );
}

/**
 * True if a text contains a name that the question lacks. The first word of a sentence does not count,
 * because it is always capitalized.
 */
function saysName(question: string, text: string): boolean {
  const asked = new Set(termsOf(question).map(({ term }) => stem(term)));
  const words = termsOf(text);
  return words.some(({ surface, term, start }, at) => {
    if (!NAME.test(surface) || isStopWord(term) || asked.has(stem(term))) return false;
    const isFirst = at === 0 || SENTENCE_ENDS.test(text.slice(Math.max(0, start - 9), start));
    return !isFirst || NAME.test(words[at + 1]?.surface ?? "");
  });
}
