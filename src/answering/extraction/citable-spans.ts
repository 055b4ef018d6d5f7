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
}

const MARKED_HEADING = /^#{1,6}\s/;
/** Matches code fences and lines without letters and digits, such as the underline of a heading. */
const MUTE = /^(?:[`~]{3}|[^\p{L}\p{N}]*$)/u;
/** Matches the end of a line of a table of contents: "Scope ........ 3". */
const DOT_LEADERS = /(?:[.…·_]\s?){4}\S{0,6}$/u;
const UNDERLINE = /^([=~^*-])\1{2,}$/;
const UNDERLINE_SLACK = 4;
const LINE_END_CHARS = 60;
const MAX_TITLE_CHARS = 100;
const MAX_BLANK = 4;

/**
 * Splits a passage into quotable spans in order: sentences, table rows and headings. Omits lines
 * of tables of contents.
 */
export function citableSpans(text: string): CitableSpan[] {
  const spans: CitableSpan[] = [];
  const lines = passageLines(text);
  let prose: Span | null = null;
  let isCode = false;
  const flush = (): void => {
    if (prose !== null)
      for (const span of splitSentences(text.slice(prose.start, prose.end), prose.start))
        spans.push(sentence(span));
    prose = null;
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as PassageLine;
    if (isFence(line)) isCode = !isCode;
    const table = isCode ? null : tableAt(lines, at);
    const isTitle = !isCode && isTitleLine(lines, at);
    if (table !== null || isTitle || isMute(line)) flush();
    if (table !== null)
      spans.push(
        ...table.rows.map((row) => ({ ...row, isHeading: false, isRow: true, header: table.header })),
      );
    else if (isTitle) spans.push({ start: line.start, end: line.end, isHeading: true, header: null });
    else if (!isMute(line)) prose = { start: (prose as Span | null)?.start ?? line.start, end: line.end };
    at += table?.lines ?? 1;
  }
  flush();
  return spans;
}

const sentence = ({ start, end }: Span): CitableSpan => ({ start, end, isHeading: false, header: null });

export const isFence = ({ text }: PassageLine): boolean => text.startsWith("```") || text.startsWith("~~~");

const isMute = ({ text }: PassageLine): boolean =>
  text !== "" && (MUTE.test(text) || DOT_LEADERS.test(text.slice(-LINE_END_CHARS)));

/** True for a marked, underlined or numbered heading. */
function isTitleLine(lines: readonly PassageLine[], at: number): boolean {
  const { text } = lines[at] as PassageLine;
  if (text === "" || text.length > MAX_TITLE_CHARS || isMute(lines[at] as PassageLine)) return false;
  const [before, after] = [lines[at - 1]?.text ?? "", lines[at + 1]?.text ?? ""];
  const next = lines.slice(at + 1, at + 1 + MAX_BLANK).find((line) => line.text !== "")?.text ?? "";
  if (MARKED_HEADING.test(text) || textHeadingLevel({ line: text, before, after, next }) !== null)
    return true;
  return UNDERLINE.test(after) && Math.abs(after.length - text.length) <= UNDERLINE_SLACK;
}
