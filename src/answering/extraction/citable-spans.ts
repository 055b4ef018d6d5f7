import { textHeadingLevel } from "../../text/text-headings.ts";
import { type Span, splitSentences } from "../../text/sentences.ts";
import { type PassageLine, passageLines } from "./passage-lines.ts";
import { tableAt } from "./table-rows.ts";

/** Matches the start of JSON on one or many lines: `{ "name": "value", …` or `"name": …`. */
const JSON_LINE = /^[[{,\s]{0,8}"[^"\\]{1,80}"\s{0,4}:/;
const MEMBER =
  /"[^"\\]{1,80}"\s{0,4}:\s{0,4}(?:"(?:[^"\\]|\\.){0,400}"|-?\d[\d.eE+-]{0,30}|true|false|null|\[[^[\]{}]{0,200}\])/g;

/** A span of a passage that an answer may quote, or a heading. */
export interface CitableSpan extends Span {
  readonly isHeading: boolean;
  /** Column names of this table row. */
  readonly header: Span | null;
  /** True for a table row. A row is quoted alone or with its column names. */
  readonly isRow?: boolean;
  /** If the span is a question with its reply, start of the reply. */
  readonly replyStart?: number;
  /** True for the heading of a version in a change log. */
  readonly isVersion?: boolean;
  /** If the span begins with an introduction, start of the introduced text. */
  readonly introducedStart?: number;
}

const HEADING = /^ {0,3}#{1,6}\s/;
/**
 * Matches a command after the prompt of a root shell, "# apt-get install -y pump". Such a line is no heading.
 */
const COMMAND =
  /^#\s[a-z][\w+.-]{0,30}\s(?:[^\s]{1,60}\s){0,8}(?:--?[a-z]|\/|\$|[<>|&]|[\w.-]{1,40}[/=][\w/])/;
/** Matches a line of a table of contents: "Scope ........ 3". */
const CONTENTS_LINE = /(?:\.{4}|(?:\. ){3}|…{2}|·{4}|_{4})[\s.…·_]{0,60}(?:\d{1,4}|[ivxlc]{1,9})\s{0,4}$/;
/** Matches a heading with dot leaders: "1.1. What is a pump? ........" */
const DOT_LEADERS = /\s(?:\.{5,60}|(?:\. ){5,40}\.?|…{3,40}|_{5,60})\s{0,4}$/;
const LINE_END_CHARS = 60;
/**
 * Matches an entry of a book index: "compression, 37, 41". The lines around an entry usually are entries,
 * too.
 */
const INDEX_LINE = /^[^.!?:;]{1,60},\s\d{1,4}(?:,\s\d{1,4}){0,20}$/;
const LINES_AROUND = 3;
/** Matches a page number of a book index. Some formats put the whole index on one line. */
const PAGE_NUMBER = /,\s\d{1,3}(?![\p{L}\p{N}.])/gu;
const WORD = /(?<=^|\s)\p{L}/gu;
const MIN_PAGE_NUMBERS = 8;
const MAX_WORDS_PER_NUMBER = 3;
/** Matches the underline of a plain-text heading. */
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|\*{3,})$/;
const UNDERLINE_SLACK = 4;
const CAPTION =
  /^\W{0,4}(?:figure|fig\.|table|tab\.|chart|abbildung|abb\.|tabelle|tableau|figura|tabla|tabela|рисунок|рис\.|таблица|图|圖|表)\s?[\dA-Z](?:[\d.-]{0,8}\d)?\W{0,3}[:.–—：](?:\s|\p{L})/iu;
/** Matches the salutation of a letter. */
const SALUTATION =
  /^(?:dear|hi|hello|hallo|liebe[rs]?|sehr geehrte[rs]?|bonjour|chère?s?|hola|estimad[oa]s?|car[oaie]|gentile|prezad[oa]s?|beste|уважаем(?:ый|ая|ые)|здравствуйте)(?:\s.{0,50})?[,!:，]$/iu;
const CODE_FENCE = /^\s{0,3}(?:`{3}|~{3})/;
/** Matches the end of a sentence, a clause, a label or a list. */
const ENDS_SENTENCE = /[.!?,;:。！？،؟۔।;…][^\p{L}\p{N}]{0,4}$/u;
const NAMES_PER_VALUE = /[:=：]\s|[:=：]\S/;
/**
 * Matches "git-bisect - Use binary search to find the commit that introduced a bug", which is a description
 * and no title. "Part 2 - Growing tomatoes" is a title.
 */
const DESCRIPTION_LINE = /^\S{1,60}\s[-–—]\s(?:\S{1,60}\s){3}/u;
const MAX_TITLE_CHARS = 100;
/** Matches a line with a label, which may stand between a title and its text: "Consumes: time and energy". */
const LABEL = /^\p{Lu}[\p{L}\s-]{1,40}:\s\S/u;
/**
 * Matches a line whose sentence continues on the next line: "To leave a list, please send mail to". "Signing
 * in" and "How to sign in" are titles.
 */
export const IS_UNFINISHED =
  /^\s{0,9}(?:\S{1,60}\s{1,9}){5}.*\s(?:to|is|are|be|with|the|an?|by|for|of|at|from|and|or|as|in|on|like|command|type|run|enter|called)$/isu;
/** Matches the subject line of a mail. The author and the date follow on the next lines. */
const SUBJECT = /^(?:- )?Subject: /;
const MAIL_FIELD = /^(?:- )?(?:From|To|Cc|Date): /;
const MAX_BLANK = 4;
/** Matches a line with a numbered label: "O11. Why …?" */
const LABELLED = /^\p{Lu}{0,2}\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){0,3}[.):]\s/u;
const ASKS = /[?？][^\p{L}\p{N}]{0,4}$/u;
const QUESTIONS_AROUND = 4;

/**
 * Splits a passage into quotable spans in order: sentences, table rows, JSON fields and headings. Omits
 * captions, tables of contents and indexes.
 */
export function citableSpans(text: string): CitableSpan[] {
  const spans: CitableSpan[] = [];
  const lines = passageLines(text);
  let prose: Span | null = null;
  const flush = (): void => {
    if (prose !== null)
      for (const span of splitSentences(text.slice(prose.start, prose.end), prose.start))
        spans.push(sentence(span));
    prose = null;
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as PassageLine;
    const table = tableAt(lines, at);
    const members = table === null ? jsonFields(line) : [];
    const mute = isMute(line) || isIndexLine(lines, at) || isQuestionListLine(lines, at);
    const special = table !== null || members.length > 0 || mute || isTitle(lines, at);
    if (special) flush();
    if (table !== null)
      spans.push(
        ...table.rows.map((row) => ({ ...row, isHeading: false, isRow: true, header: table.header })),
      );
    else if (members.length > 0) spans.push(...members.map(sentence));
    else if (special) {
      const heading = { start: line.start, end: line.end, header: null };
      const isVersion = !mute && levelOf(lines, at) === 0;
      if (!mute) spans.push({ ...heading, isHeading: true, isVersion });
      // A version heading is also quotable: "brine-3.3.14 (released 2023-02-26)".
      if (isVersion) spans.push(sentence(heading));
    } else prose = { start: prose === null ? line.start : (prose as Span).start, end: line.end };
    at += table?.lines ?? 1;
  }
  flush();
  return spans;
}

const sentence = ({ start, end }: Span): CitableSpan => ({ start, end, isHeading: false, header: null });

const isMute = ({ text }: PassageLine): boolean =>
  text !== "" &&
  (CODE_FENCE.test(text) ||
    UNDERLINE.test(text) ||
    SALUTATION.test(text) ||
    CONTENTS_LINE.test(text.slice(-LINE_END_CHARS)) ||
    DOT_LEADERS.test(text.slice(-LINE_END_CHARS)) ||
    CAPTION.test(text));

function isIndexLine(lines: readonly PassageLine[], at: number): boolean {
  const line = lines[at]?.text ?? "";
  const [numbers = 0, words = 0] = [PAGE_NUMBER, WORD].map((each) => line.match(each)?.length ?? 0);
  if (numbers >= MIN_PAGE_NUMBERS && words * 2 >= numbers && words <= numbers * MAX_WORDS_PER_NUMBER)
    return true;
  if (!INDEX_LINE.test(line)) return false;
  const around = lines.slice(Math.max(0, at - LINES_AROUND), at + LINES_AROUND + 1);
  return around.filter(({ text }) => INDEX_LINE.test(text)).length > LINES_AROUND;
}

/** True for a line of a numbered list that mostly contains questions, such as the contents of an FAQ. */
function isQuestionListLine(lines: readonly PassageLine[], at: number): boolean {
  if (!LABELLED.test(lines[at]?.text ?? "")) return false;
  const around = lines
    .slice(Math.max(0, at - QUESTIONS_AROUND), at + QUESTIONS_AROUND + 1)
    .filter(({ text }) => text !== "");
  const labelled = around.filter(({ text }) => LABELLED.test(text));
  return (
    labelled.length >= QUESTIONS_AROUND &&
    labelled.length * 5 >= around.length * 4 &&
    labelled.filter(({ text }) => ASKS.test(text)).length * 2 >= labelled.length
  );
}

/**
 * True for a title: a marked heading, a mail subject, a line in capitals before indented text, or a short
 * line between blank lines that is no sentence.
 */
function isTitle(lines: readonly PassageLine[], at: number): boolean {
  const { text, indent } = lines[at] as PassageLine;
  const next = lines[at + 1];
  const around = { before: lines[at - 1]?.text ?? "", after: next?.text ?? "" };
  if ((HEADING.test(text) && !COMMAND.test(text)) || isUnderlined(text, around.after)) return true;
  if (SUBJECT.test(text) && (MAIL_FIELD.test(around.after) || MAIL_FIELD.test(around.before))) return true;
  if (levelOf(lines, at) !== null) return true;
  if (isInCapitals(text) && next !== undefined && next.text !== "" && next.indent > indent) return true;
  if (
    text === "" ||
    text.length > MAX_TITLE_CHARS ||
    ENDS_SENTENCE.test(text) ||
    NAMES_PER_VALUE.test(text) ||
    DESCRIPTION_LINE.test(text)
  )
    return false;
  const isAlone = (lines[at - 1]?.text ?? "") === "" && next?.text === "";
  return (
    isAlone &&
    ![text, lines[at - 2]?.text ?? ""].some((line) => IS_UNFINISHED.test(line)) &&
    ENDS_SENTENCE.test(
      lines.slice(at + 2, at + 12).find((line) => line.text.length > text.length && !LABEL.test(line.text))
        ?.text ?? "",
    )
  );
}

/** Returns the level of a heading without marks, or null. */
function levelOf(lines: readonly PassageLine[], at: number): number | null {
  const next = lines.slice(at + 1, at + 1 + MAX_BLANK).find(({ text }) => text !== "")?.text ?? "";
  const [before = "", line = "", after = ""] = [lines[at - 1]?.text, lines[at]?.text, lines[at + 1]?.text];
  return textHeadingLevel({ line, before, after, next });
}

const isUnderlined = (text: string, below: string): boolean =>
  text !== "" &&
  text.length <= MAX_TITLE_CHARS &&
  UNDERLINE.test(below) &&
  Math.abs(below.length - text.length) <= UNDERLINE_SLACK;

const isInCapitals = (text: string): boolean =>
  text.length <= MAX_TITLE_CHARS &&
  /^\p{Lu}{2}/u.test(text) &&
  !/\p{Ll}/u.test(text) &&
  !ENDS_SENTENCE.test(text);

/** Splits a line of JSON into its fields, each with its name. Splits a nested object into its own fields. */
function jsonFields(line: PassageLine): Span[] {
  if (!JSON_LINE.test(line.text)) return [];
  return [...line.text.matchAll(MEMBER)].map(({ index, 0: member }) => {
    const start = line.start + index;
    return { start, end: start + member.length };
  });
}
