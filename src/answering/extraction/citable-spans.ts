import { type Span, splitSentences } from "../../text/sentences.ts";
import { textHeadingLevel } from "../../text/text-headings.ts";
import { type PassageLine, passageLines } from "./passage-lines.ts";
import { tableAt } from "./table-rows.ts";

/** A span of a passage that an answer may quote, or a heading. */
export interface CitableSpan extends Span {
  readonly isHeading: boolean;
  /** Column names of this table row. */
  readonly header: Span | null;
  /** True for a table row. A row is quoted alone or with its column names. */
  readonly isRow?: boolean;
  /** True for a line of code, which is a span of its own. */
  readonly isCode?: boolean;
  /** Rank of a heading: a heading ends the sections of all headings with the same or a higher number. */
  readonly level?: number;
}

const ITEM_OR_ROW = /^(?:\||(?:[-*+•‣▪◦●○–]|[([]?(?:\p{N}{1,3}|\p{L})[.)\]])\s)/u;
const MARKED_HEADING = /^(#{1,6})\s/;
/** Additional indent of code below a paragraph, in characters. */
const CODE_INDENT = 4;
const ENDS_PROSE = /[.!?:;,…。！？：；，][^\p{L}\p{N}]{0,4}$/u;
/** Matches code fences and lines without letters and digits, such as the underline of a heading. */
const MUTE = /^(?:[`~]{3}|[^\p{L}\p{N}]*$)/u;
const UNDERLINE = /^([=~^*-])\1{2,}$/;
const UNDERLINE_SLACK = 4;
const MAX_TITLE_CHARS = 100;
const MAX_BLANK = 4;

/** Splits a passage into quotable spans in order: sentences, table rows and headings. */
export function citableSpans(text: string): CitableSpan[] {
  const spans: CitableSpan[] = [];
  const lines = passageLines(text);
  const code = codeLines(lines);
  let prose: Span | null = null;
  const flush = (): void => {
    if (prose !== null)
      for (const span of splitSentences(text.slice(prose.start, prose.end), prose.start))
        spans.push(sentence(span));
    prose = null;
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as PassageLine;
    const isCode = code.has(line);
    const table = isCode ? null : tableAt(lines, at);
    const level = isCode ? null : headingLevel(lines, at);
    if (isCode || table !== null || level !== null || isMute(line)) flush();
    if (isCode) spans.push({ ...sentence(line), isCode });
    else if (table !== null)
      spans.push(
        ...table.rows.map((row) => ({ ...row, isHeading: false, isRow: true, header: table.header })),
      );
    else if (level !== null) spans.push({ ...sentence(line), isHeading: true, level });
    else if (!isMute(line)) prose = { start: (prose as Span | null)?.start ?? line.start, end: line.end };
    at += table?.lines ?? 1;
  }
  flush();
  return spans;
}

/**
 * The lines of code blocks: those between fences, and blocks with a wider indent than the paragraph above. A
 * block with a line that ends like prose is no code.
 */
function codeLines(lines: readonly PassageLine[]): ReadonlySet<PassageLine> {
  const code = new Set<PassageLine>();
  let isFenced = false;
  let indent = Infinity;
  let block: PassageLine[] = [];
  const closeBlock = (): void => {
    const [first] = block;
    const isCode = block.every((line) => line.indent >= indent + CODE_INDENT && isPlain(line));
    if (isCode) for (const line of block) code.add(line);
    else if (first !== undefined) ({ indent } = first);
    block = [];
  };
  for (const line of lines) {
    const isDelimiter = isFence(line);
    if (isDelimiter) isFenced = !isFenced;
    if (isFenced || isDelimiter || line.text === "") closeBlock();
    else block.push(line);
    if (isFenced && !isDelimiter && line.text !== "") code.add(line);
  }
  closeBlock();
  return code;
}

/** True for a line that does not end like prose and is no row, item or rule. */
const isPlain = ({ text }: PassageLine): boolean =>
  !ENDS_PROSE.test(text) && !MUTE.test(text) && !ITEM_OR_ROW.test(text);

const sentence = ({ start, end }: Span): CitableSpan => ({ start, end, isHeading: false, header: null });

export const isFence = ({ text }: PassageLine): boolean => text.startsWith("```") || text.startsWith("~~~");

const isMute = ({ text }: PassageLine): boolean => text !== "" && MUTE.test(text);

/** Level of a marked, underlined or numbered heading. Null for any other line. */
function headingLevel(lines: readonly PassageLine[], at: number): number | null {
  const { text } = lines[at] as PassageLine;
  if (text === "" || text.length > MAX_TITLE_CHARS || isMute(lines[at] as PassageLine)) return null;
  const [before, after] = [lines[at - 1]?.text ?? "", lines[at + 1]?.text ?? ""];
  const next = lines.slice(at + 1, at + 1 + MAX_BLANK).find((line) => line.text !== "")?.text ?? "";
  const marks = MARKED_HEADING.exec(text)?.[1];
  if (marks !== undefined) return marks.length;
  const level = textHeadingLevel({ line: text, before, after, next });
  if (level !== null) return level;
  const isUnderlined = UNDERLINE.test(after) && Math.abs(after.length - text.length) <= UNDERLINE_SLACK;
  return !isUnderlined ? null : after.startsWith("=") ? 1 : 2;
}
