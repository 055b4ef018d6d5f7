import { IS_UNFINISHED, type CitableSpan } from "./citable-spans.ts";

/** Matches a question. A question does not answer another question. */
const ASKS = /[?？؟][^\p{L}\p{N}]{0,4}$/u;
/** Matches the start of another question: "Q: ", "Frage: ", "12. ". */
const NEXT_QUESTION = /^\W{0,4}(?:Q(?:uestion)?|F(?:rage)?|\d{1,3})\s{0,2}[.:)]\s/;
/** Matches a reply such as "A. Yes.", which needs the next sentence to be understood. */
const SHORT_REPLY =
  /^[^\p{L}\p{N}]*(?:A(?:nswer|ntwort)?\s{0,2}[.:]\s{0,9})?(?:[\p{L}\p{N}’'-]{1,20}[\s,]{0,9}){1,3}[^\p{L}\p{N}]{0,4}$/u;
const CODE_FENCE = /`{3}|~{3}/;
const RUN_IN = /^\d{1,3}(?:\.\d{1,3}){0,4}[.)]?\s{1,9}(?:[^\s.!?:;]{1,30}\s){0,5}[^\s.!?:;]{1,30}\.$/;
const NEXT_ITEM = /^(?:[([]?[\p{N}a-z]{1,3}[.)\]]|[-*+•])\s/iu;
const IN_PARAGRAPH = /^[ \t]{0,40}(?:\r?\n[ \t]{0,40})?$/;
/** Matches an introduction that ends with a colon: "The pump has three parts:" */
const INTRODUCES = /[:：]["'”’»)\]*_]{0,3}$/u;
/** Matches an introduction with the word "following": "The following parts belong to the pump." */
const NAMES_FOLLOWING = /(?<!\p{L})following(?!\p{L})[^.]{1,120}\.$/iu;
const ON_ITS_OWN = /^[ \t]{0,40}\r?\n[ \t]{0,40}\r?\n[\s]{0,80}$/;
/** Matches code. "async def warn(day):" ends with a colon, but introduces no list. */
const CODE = /[=_{}@]|\p{L}\(/u;
const ITEM = /^(?:[-*+•‣▪◦●○]|[([]?(?:\d{1,3}|\p{L})[.)\]])\s/u;
/** Maximum length of a joined quote in characters. */
const MAX_CHARS = 600;
const MAX_TERM_CHARS = 60;
const MAX_WORDS_OF_SEVERAL = 3;
const MAX_QUESTION_CHARS = 200;
const MAX_MARGIN = 40;
const BEGINS_LINE = /(?:^|\n)[ \t]*$/;
const ENDS_LINE = /^[ \t]*(?:$|\r?\n)/;
const ENDS_SENTENCE = /[.!?,;:。！？،؟۔।;…][^\p{L}\p{N}]{0,4}$/u;

export function isQuestionText(text: string): boolean {
  return ASKS.test(text);
}

/**
 * Joins each introduction with the text that it introduces:
 * - a term with its indented description,
 * - a run-in heading with its first sentence,
 * - a question of the document with its reply,
 * - the sentence before a list with the items.
 */
export function mergeIntroductions(text: string, separate: readonly CitableSpan[]): CitableSpan[] {
  const spans = mergeQuestions(text, separate);
  const joined: CitableSpan[] = [];
  for (let at = 0; at < spans.length; at += 1) {
    const [span, next, last] = [spans[at] as CitableSpan, spans[at + 1], spans[at + 2]];
    if (span.isHeading) joined.push(span);
    const explained = descriptionIndex(text, spans, at);
    if (explained > 0) {
      joined.push({ ...(spans[explained] as CitableSpan), start: span.start });
      at = explained;
    } else if (next === undefined || !fits(text, span, next)) {
      if (!span.isHeading) joined.push(span);
    } else if (isRunIn(text, span, next)) {
      joined.push({ ...next, start: span.start });
      at += 1;
    } else if (isReplyTo(text, span, next)) {
      const goesOn =
        last !== undefined &&
        SHORT_REPLY.test(text.slice(next.start, next.end)) &&
        goesOnWith(text, span, last);
      joined.push({ ...next, start: span.start, replyStart: next.start, end: goesOn ? last.end : next.end });
      at += goesOn ? 2 : 1;
    } else if (!span.isHeading) joined.push(mergeListIntro(text, spans, at) ?? span);
  }
  return joined;
}

/**
 * Joins the sentences of a line or heading that ends with a question: "I made a mistake in the last commit.
 * How do I change it?"
 */
function mergeQuestions(text: string, spans: readonly CitableSpan[]): readonly CitableSpan[] {
  const joined: CitableSpan[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    if (before !== undefined && isOneQuestion(text, before, span))
      joined.splice(-1, 1, { ...span, start: before.start });
    else joined.push(span);
  }
  return joined;
}

function isOneQuestion(text: string, first: CitableSpan, last: CitableSpan): boolean {
  if (
    first.isHeading ||
    first.header !== null ||
    last.isHeading ||
    last.end - first.start > MAX_QUESTION_CHARS
  )
    return false;
  const isOneLine =
    BEGINS_LINE.test(text.slice(0, first.start).slice(-MAX_MARGIN)) &&
    /^[ \t]{1,4}$/.test(text.slice(first.end, last.start));
  return (
    isOneLine &&
    ENDS_LINE.test(text.slice(last.end, last.end + MAX_MARGIN)) &&
    isQuestionText(text.slice(last.start, last.end))
  );
}

/**
 * Joins the sentence before a list with as many items as fit. The items also remain separate spans. If the
 * sentence introduces no list item, joins it with the next span only.
 */
function mergeListIntro(text: string, spans: readonly CitableSpan[], at: number): CitableSpan | null {
  const [first, next] = [spans[at] as CitableSpan, spans[at + 1]];
  const said = text.slice(first.start, first.end);
  const isItem = ({ start, end }: CitableSpan): boolean => ITEM.test(text.slice(start, end));
  if (
    next === undefined ||
    !(leadsTo(said, text.slice(first.end, next.start)) || (NAMES_FOLLOWING.test(said) && isItem(next))) ||
    CODE.test(said) ||
    CODE_FENCE.test(text.slice(first.end, next.start))
  )
    return null;
  let last = next;
  for (const more of isItem(next) ? spans.slice(at + 2) : []) {
    if (!fits(text, first, more) || !(isItem(more) || IN_PARAGRAPH.test(text.slice(last.end, more.start))))
      break;
    last = more;
  }
  return { ...first, end: last.end, introducedStart: next.start };
}

const leadsTo = (said: string, gap: string): boolean =>
  INTRODUCES.test(said) || (IS_UNFINISHED.test(said) && ON_ITS_OWN.test(gap));

const fits = (text: string, first: CitableSpan, last: CitableSpan): boolean =>
  !last.isHeading &&
  last.header === null &&
  first.header === null &&
  last.end - first.start <= MAX_CHARS &&
  text[last.start] !== "|";

function isReplyTo(text: string, question: CitableSpan, reply: CitableSpan): boolean {
  const said = text.slice(reply.start, reply.end);
  if (CODE_FENCE.test(text.slice(question.end, reply.start))) return false;
  return (
    isQuestionText(text.slice(question.start, question.end)) &&
    !isQuestionText(said) &&
    !NEXT_QUESTION.test(said) &&
    !said.startsWith(">")
  );
}

function goesOnWith(text: string, first: CitableSpan, last: CitableSpan): boolean {
  const said = text.slice(last.start, last.end);
  return fits(text, first, last) && !isQuestionText(said) && !NEXT_QUESTION.test(said);
}

/** True for a numbered heading on the line of its text: "7. Disclaimer of Warranty. Unless …" */
function isRunIn(text: string, { start, end }: CitableSpan, next: CitableSpan): boolean {
  if (end - start > MAX_TERM_CHARS || !RUN_IN.test(text.slice(start, end))) return false;
  return IN_PARAGRAPH.test(text.slice(end, next.start)) && !NEXT_ITEM.test(text.slice(next.start, next.end));
}

/**
 * Returns the index of the indented text that describes the term at `at`, or 0. Several terms may have one
 * description: "--edit", "-e" and "--no-edit".
 */
function descriptionIndex(text: string, spans: readonly CitableSpan[], at: number): number {
  const first = spans[at] as CitableSpan;
  const line = text.slice(text.lastIndexOf("\n", first.start - 1) + 1, first.start);
  if (first.isHeading || /\S/.test(line)) return 0;
  for (let next = at + 1, terms: string[] = []; next < spans.length; next += 1) {
    const [last, more] = [spans[next - 1] as CitableSpan, spans[next] as CitableSpan];
    const gap = text.slice(last.end, more.start);
    terms = [...terms, ...text.slice(last.start, last.end).split("\n")];
    if (
      !fits(text, first, more) ||
      !/^[ \t]{0,40}\r?\n[ \t]{0,40}$/.test(gap) ||
      !terms.every((term) => isTerm(term, terms.length))
    )
      return 0;
    if (widthOf(gap) > line.length) return next;
  }
  return 0;
}

/**
 * True for a term before a description. If several lines precede the description, each must be short or an
 * option. A longer line belongs to a paragraph.
 */
function isTerm(line: string, lines: number): boolean {
  const term = line.trim().replace(/:{2,4}$/, "");
  if (term === "" || term.length > MAX_TERM_CHARS || ENDS_SENTENCE.test(term)) return false;
  return lines === 1 || term.startsWith("-") || term.split(" ").length <= MAX_WORDS_OF_SEVERAL;
}

const widthOf = (gap: string): number => gap.length - gap.lastIndexOf("\n") - 1;
