import { type HeadingContext, parseHeadingContext } from "../../domain/heading-context.ts";
import { isContentsPage } from "../../text/is-contents-page.ts";
import { isChapterOf, textHeadingLevel } from "../../text/text-headings.ts";
import { analyzeText } from "./analyze-text.ts";

const MAX_HEADING_CHARS = 160;
const MAX_HEADINGS_CHARS = 300;
const MAX_COLUMNS_CHARS = 600;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
/** The underline of a heading in plain text, about as long as the heading. */
const UNDERLINE = /^ {0,3}(={3,}|-{3,})$/;
const UNDERLINE_SLACK = 4;
const FENCE = /^ {0,3}(?:`{3}|~{3})/;
const RULE = /^\|?\s{0,9}:?-{3}[\s:|-]*$/;
const MAX_BLANK = 4;
/** A field of a mail or of another record, as the readers write it: "- From: Noor". */
const FIELD = /^- [\p{L}\p{M} -]{2,24}: \S/u;
const MAX_FIELD_CHARS = 100;
/** Fields rank above all headings. */
const FIELDS_LEVEL = -1;

interface Heading {
  readonly level: number;
  readonly text: string;
}

/**
 * Tracks, chunk by chunk, the heading context: the headings in effect and the header row of the current
 * table.
 */
export class HeadingContextTracker {
  #headings: Heading[] = [];
  #columns: HeadingContext["columns"] = null;
  #isCode = false;
  /** Name of the first field of the text. A mailbox repeats it at the beginning of each message. */
  #fieldName = "";

  /**
   * @param chunk the next one
   * @returns null if the chunk has no context
   */
  next(chunk: { readonly start: number; readonly text: string }): HeadingContext | null {
    const lines = chunk.text.split("\n");
    if (chunk.start === 0) this.#fieldName = fieldName(lines);
    else if (this.#fieldName !== "" && this.#fieldName === fieldName(lines)) this.#headings = [];
    const own = this.#isCode ? null : headingIn(lines, 0);
    const above = innermost(this.#headings.filter((each) => own === null || isAbove(each, own)));
    const columns = isRow(lines[0]) && !RULE.test(lines[1] ?? "") ? this.#columns : null;
    this.#take(chunk, lines);
    const headings = above.map(({ text }) => text).join("\n");
    const levels = above.map(({ level }) => level);
    return headings === "" && columns === null ? null : { headings, levels, columns };
  }

  #take({ start, text }: { readonly start: number; readonly text: string }, lines: readonly string[]): void {
    let at = start;
    const fields = this.#fieldName === "" || fieldName(lines) !== this.#fieldName ? "" : leadingFields(lines);
    // The titles in a table of contents are no headings of the text below it.
    const isContents = isContentsPage(text);
    if (fields !== "") this.#headings = [{ level: FIELDS_LEVEL, text: fields }];
    for (const [number, line] of lines.entries()) {
      if (FENCE.test(line)) this.#isCode = !this.#isCode;
      const heading = this.#isCode || isContents ? null : headingIn(lines, number);
      if (heading !== null)
        this.#headings = [...this.#headings.filter((each) => isAbove(each, heading)), heading];
      if (!isRow(line)) this.#columns = null;
      else if (RULE.test(lines[number + 1] ?? "") && !RULE.test(line) && line.length <= MAX_COLUMNS_CHARS)
        this.#columns = { start: at + line.length - line.trimStart().length, text: line.trim() };
      at += line.length + 1;
    }
  }
}

const isAbove = (above: Heading, heading: Heading): boolean =>
  above.level < heading.level && isChapterOf(above.text, heading.text);

/** Name of the field in the first line: "From". Empty without a field. */
const fieldName = ([line = ""]: readonly string[]): string =>
  FIELD.test(line) ? line.slice(0, line.indexOf(":")) : "";

/** The sender, subject and other short fields at the beginning of a text. */
function leadingFields(lines: readonly string[]): string {
  const end = lines.findIndex((line) => !FIELD.test(line));
  const fields = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.slice(2).trim());
  if (fields.length < 2) return "";
  return fields.filter((field) => field.length <= MAX_FIELD_CHARS).join(", ");
}

const isRow = (line: string | undefined): boolean => line?.trimStart().startsWith("|") === true;

/**
 * A heading is surrounded by blank lines. A comment in code also begins with "#", but has no blank lines
 * around it.
 */
function headingIn(lines: readonly string[], at: number): Heading | null {
  return markedHeading(lines, at) ?? unmarkedHeading(lines, at);
}

function unmarkedHeading(lines: readonly string[], at: number): Heading | null {
  const trimmed = (place: number): string => (lines[place] ?? "").trim();
  const line = trimmed(at);
  const next = lines.slice(at + 1, at + 1 + MAX_BLANK).find((below) => !isBlank(below)) ?? "";
  const level = textHeadingLevel({
    line,
    before: trimmed(at - 1),
    after: trimmed(at + 1),
    next: next.trim(),
  });
  return level === null ? null : { level, text: line };
}

function markedHeading(lines: readonly string[], at: number): Heading | null {
  const line = lines[at] ?? "";
  if (line.length > MAX_HEADING_CHARS || !isBlank(lines[at - 1])) return null;
  const below = UNDERLINE.exec((lines[at + 1] ?? "").trimEnd())?.[1] ?? "";
  const text = line.trim();
  if (below !== "" && text !== "" && Math.abs(below.length - text.length) <= UNDERLINE_SLACK)
    return { level: below.startsWith("=") ? 1 : 2, text };
  if (!isBlank(lines[at + 1])) return null;
  const [, marks = "", marked = ""] = HEADING.exec(line.trimEnd()) ?? [];
  return marks === "" ? null : { level: marks.length, text: marked };
}

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === "";

/** The innermost headings that fit into the length limit. */
function innermost(headings: readonly Heading[]): readonly Heading[] {
  let first = headings.length;
  for (let length = 0; first > 0; first -= 1) {
    length += (headings[first - 1]?.text.length ?? 0) + 1;
    if (length > MAX_HEADINGS_CHARS) break;
  }
  return headings.slice(first);
}

/**
 * The normalized words of the FTS title column: the document's name and the chunk's heading context. @param
 * title normalized
 */
export function titleWords(title: string, stored: string | null): string {
  if (stored === null) return title;
  const { headings, columns } = parseHeadingContext(stored);
  return [title, analyzeText(headings), analyzeText(columns?.text ?? "")]
    .filter((words) => words !== "")
    .join(" ");
}
