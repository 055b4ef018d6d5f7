import type { PdfLine } from "./pdf-lines.ts";
import { tableRows } from "./pdf-tables.ts";
import { type ReadLine, withWrappedRows } from "./pdf-wrapped-rows.ts";

/** A gap this much larger than the page's usual line spacing begins a paragraph; so does this change of size. */
const PARAGRAPH_GAP_RATIO = 1.18;
const FONT_SIZE_RATIO = 1.15;
/** Without enough lines to measure, the usual spacing is taken to be this many font sizes. */
const DEFAULT_LEADING = 1.3;
const MIN_MEASURED_GAPS = 4;
/** Lines of one paragraph are at least so many sizes apart. */
const MIN_LEADING = 0.6;
/** A line at least this wide, compared with the page's wide lines, was broken by the margin and not on purpose. */
const FULL_LINE_RATIO = 0.8;
const INDENT_FONT_SIZES = { min: 0.5, max: 4 };

/** So many dots between an entry of a table of contents and its page: such a line is whole, however wide. */
const LEADER_DOTS = 4;
const PAGE_NUMBER_CHARACTER = /[\divxlc]/i;
const ENDS_SENTENCE = /[.!?:;…。！？]["'”’»)\]]*$/u;
const STARTS_LOWER = /^\p{Ll}/u;
/** Backwards from the last character: searched for from the left, a line without a hyphen would cost quadratic time. */
const HYPHENATED = /(?<=(\p{L}[\p{L}\p{M}'’-]*))[-\u2010\u00ad]/uy;
const WORD_CONTINUED = /^\p{Ll}[\p{L}\p{M}'’-]*/u;
const UNSPACED_END = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]$/u;
const UNSPACED_START = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;

/**
 * The text of one page: paragraphs with a blank line between, found by spacing, size and indentation. Lines of a paragraph that the
 * margin broke are joined by a space, other lines stay lines; between the cells of a table's rows are tabs. A word hyphenated at the end of a line is joined; it keeps
 * the hyphen when `words` holds it with one and not without.
 * @param words the words of the document in lower case, hyphenated ones whole
 */
export function textOfPage(printed: readonly PdfLine[], words: ReadonlySet<string>): string {
  const lines = withWrappedRows(printed);
  const leading = usualLeading(lines);
  const wide = wideLine(lines);
  const rows = tableRows(lines, (previous, line) => endsInLeaders(line.text) || beginsParagraph(previous, line, leading));
  const shown = (at: number): string => lines[at]?.row ?? rows.get(at) ?? lines[at]?.text ?? "";
  const parts: string[] = [];
  for (const [at, line] of lines.entries()) {
    const previous = lines[at - 1];
    if (previous === undefined) parts.push(shown(at));
    else if (isNextRow(previous, line)) parts.push("\n", shown(at));
    else if (previous.row !== undefined || line.row !== undefined) parts.push("\n\n", shown(at));
    else if (beginsParagraph(previous, line, leading)) parts.push("\n\n", shown(at));
    else if (rows.has(at) && rows.has(at - 1)) parts.push("\n", shown(at));
    else join(parts, previous, { ...line, text: shown(at) }, wide, words);
  }
  // One that ends a line and cuts no word.
  return parts.join("").replaceAll("\u00ad", "-");
}

/** Rows of one table: as many cells. */
function isNextRow(previous: ReadLine, line: ReadLine): boolean {
  return previous.row !== undefined && line.row !== undefined && previous.row.split("\t").length === line.row.split("\t").length;
}

function beginsParagraph(previous: PdfLine, line: PdfLine, leading: number | null): boolean {
  const [small, large] = previous.fontSize < line.fontSize ? [previous.fontSize, line.fontSize] : [line.fontSize, previous.fontSize];
  if (large > small * FONT_SIZE_RATIO) return true;
  const gap = previous.y - line.y;
  // Upwards: another column, or a drawing. A sentence may continue there.
  if (gap < 0) return ENDS_SENTENCE.test(previous.text) || !STARTS_LOWER.test(line.text);
  // A heading beside the label of a figure: too high for a next line, and not behind the one before.
  if (gap < line.fontSize * MIN_LEADING && line.x < previous.x + previous.width) return true;
  if (gap > (leading ?? line.fontSize * DEFAULT_LEADING) * PARAGRAPH_GAP_RATIO) return true;
  const indent = (line.x - previous.x) / line.fontSize;
  return indent > INDENT_FONT_SIZES.min && indent < INDENT_FONT_SIZES.max && ENDS_SENTENCE.test(previous.text);
}

function join(parts: string[], previous: PdfLine, line: PdfLine, wide: number, words: ReadonlySet<string>): void {
  const first = hyphenatedEnd(previous.text);
  const second = WORD_CONTINUED.exec(line.text)?.[0];
  if (first !== undefined && second !== undefined) {
    const keepsHyphen = words.has(`${first}-${second}`.toLowerCase()) && !words.has((first + second).toLowerCase());
    if (!keepsHyphen) parts[parts.length - 1] = (parts.at(-1) ?? "").slice(0, -1);
    parts.push(line.text);
    return;
  }
  const isFull = previous.width >= wide * FULL_LINE_RATIO;
  // A row of a table is whole, too.
  const isRow = isFull ? previous.isApart && line.isApart : previous.isApart || line.isApart;
  const wasBrokenByMargin = !isRow && !endsInLeaders(previous.text) && (isFull || STARTS_LOWER.test(line.text));
  const needsNoSpace = UNSPACED_END.test(previous.text) && UNSPACED_START.test(line.text);
  parts.push(wasBrokenByMargin ? (needsNoSpace ? "" : " ") : "\n", line.text);
}

/** The part of a word that stands before a hyphen at the end of a line. */
function hyphenatedEnd(line: string): string | undefined {
  HYPHENATED.lastIndex = line.length - 1;
  return HYPHENATED.exec(line)?.[1];
}

/** Whether a line ends in dots, with or without a space after each, and a page number, if any. Looks from the end. */
function endsInLeaders(line: string): boolean {
  let end = line.length;
  while (end > 0 && PAGE_NUMBER_CHARACTER.test(line.charAt(end - 1))) end -= 1;
  const entry = line.slice(0, end).trimEnd();
  let at = entry.length;
  for (let dots = 0; dots < LEADER_DOTS; dots += 1) {
    if (entry[at - 1] === " ") at -= 1;
    if (entry[at - 1] !== ".") return false;
    at -= 1;
  }
  return true;
}

/** The commonest distance between lines of one size, in points; null when the page is too short to tell. */
function usualLeading(lines: readonly PdfLine[]): number | null {
  const counts = new Map<number, number>();
  let measured = 0;
  for (const [at, line] of lines.entries()) {
    const previous = lines[at - 1];
    if (previous === undefined || Math.abs(previous.fontSize - line.fontSize) > 0.5) continue;
    const gap = previous.y - line.y;
    if (gap < line.fontSize * 0.9 || gap > line.fontSize * 2.5) continue;
    const rounded = Math.round(gap * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
    measured += 1;
  }
  if (measured < MIN_MEASURED_GAPS) return null;
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** The width that one line in ten exceeds: that of the column, but for headings that run across. */
function wideLine(lines: readonly PdfLine[]): number {
  const widths = lines.map((line) => line.width).sort((a, b) => a - b);
  return widths[Math.floor(widths.length * 0.9)] ?? 0;
}
