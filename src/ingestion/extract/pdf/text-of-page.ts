import type { PdfLine } from "./lines-of-page.ts";
import { joinTableRows } from "./join-table-rows.ts";
import { type ReadLine, joinWrappedRows } from "./join-wrapped-rows.ts";

/**
 * A paragraph begins after a gap larger than the usual line spacing by this factor, or where the font size
 * changes by this factor.
 */
const PARAGRAPH_GAP_RATIO = 1.18;
const FONT_SIZE_RATIO = 1.15;
/** Line spacing, in font sizes, of a page with too few lines to measure it. */
const DEFAULT_LEADING = 1.3;
const MIN_MEASURED_GAPS = 4;
/** Minimum line spacing within a paragraph, in font sizes. */
const MIN_LEADING = 0.6;
/** Minimum width of a line that the margin broke, relative to the wide lines of the page. */
const FULL_LINE_RATIO = 0.8;
const INDENT_FONT_SIZES = { min: 0.5, max: 4 };

/** Minimum number of leader dots of a table-of-contents entry. Such an entry is complete at any width. */
const LEADER_DOTS = 4;
const PAGE_NUMBER_CHARACTER = /[\divxlc]/i;
const ENDS_SENTENCE = /[.!?:;…。！？]["'”’»)\]]*$/u;
const STARTS_LOWER = /^\p{Ll}/u;
/**
 * A hyphenated word. Matches backward from the last character, because a forward search takes quadratic time
 * on lines without a hyphen.
 */
const HYPHENATED = /(?<=(\p{L}[\p{L}\p{M}'’-]*))[-\u2010\u00ad]/uy;
const WORD_CONTINUED = /^\p{Ll}[\p{L}\p{M}'’-]*/u;
const UNSPACED_END = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]$/u;
const UNSPACED_START = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;

/**
 * Builds the text of a page. Blank lines separate paragraphs, which are found by spacing, size and
 * indentation. A space joins lines that the margin broke, other line ends stay, and tabs separate table
 * cells. A word that a line end splits is joined. The word keeps its hyphen if `words` contains only the
 * spelling with it.
 * @param words the document's words in lower case, including words with hyphens
 */
export function textOfPage(printed: readonly PdfLine[], words: ReadonlySet<string>): string {
  const lines = joinWrappedRows(printed);
  const leading = usualLeading(lines);
  const wide = wideLine(lines);
  const rows = joinTableRows(
    lines,
    (previous, line) => endsInLeaders(line.text) || beginsParagraph(previous, line, leading),
  );
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
  // Replaces soft hyphens at line ends that split no word.
  return parts.join("").replaceAll("\u00ad", "-");
}

/** Whether both lines are rows of the same table, which have equally many cells. */
function isNextRow(previous: ReadLine, line: ReadLine): boolean {
  return (
    previous.row !== undefined &&
    line.row !== undefined &&
    previous.row.split("\t").length === line.row.split("\t").length
  );
}

function beginsParagraph(previous: PdfLine, line: PdfLine, leading: number | null): boolean {
  const [small, large] =
    previous.fontSize < line.fontSize
      ? [previous.fontSize, line.fontSize]
      : [line.fontSize, previous.fontSize];
  if (large > small * FONT_SIZE_RATIO) return true;
  const gap = previous.y - line.y;
  // The line is above the previous one: another column or a drawing. A sentence may continue in another
  // column.
  if (gap < 0) return ENDS_SENTENCE.test(previous.text) || !STARTS_LOWER.test(line.text);
  // A heading beside a figure label: too close to be the next line, and not to the right of the previous
  // line.
  if (gap < line.fontSize * MIN_LEADING && line.x < previous.x + previous.width) return true;
  if (gap > (leading ?? line.fontSize * DEFAULT_LEADING) * PARAGRAPH_GAP_RATIO) return true;
  const indent = (line.x - previous.x) / line.fontSize;
  return (
    indent > INDENT_FONT_SIZES.min && indent < INDENT_FONT_SIZES.max && ENDS_SENTENCE.test(previous.text)
  );
}

function join(
  parts: string[],
  previous: PdfLine,
  line: PdfLine,
  wide: number,
  words: ReadonlySet<string>,
): void {
  const first = hyphenatedEnd(previous.text);
  const second = WORD_CONTINUED.exec(line.text)?.[0];
  if (first !== undefined && second !== undefined) {
    const keepsHyphen =
      words.has(`${first}-${second}`.toLowerCase()) && !words.has((first + second).toLowerCase());
    if (!keepsHyphen) parts[parts.length - 1] = (parts.at(-1) ?? "").slice(0, -1);
    parts.push(line.text);
    return;
  }
  const isFull = previous.width >= wide * FULL_LINE_RATIO;
  // The margin does not break a table row either.
  const isRow = isFull ? previous.isApart && line.isApart : previous.isApart || line.isApart;
  const wasBrokenByMargin =
    !isRow && !endsInLeaders(previous.text) && (isFull || STARTS_LOWER.test(line.text));
  const needsNoSpace = UNSPACED_END.test(previous.text) && UNSPACED_START.test(line.text);
  parts.push(wasBrokenByMargin ? (needsNoSpace ? "" : " ") : "\n", line.text);
}

/** Returns the part of a word before a hyphen at the end of a line. */
function hyphenatedEnd(line: string): string | undefined {
  HYPHENATED.lastIndex = line.length - 1;
  return HYPHENATED.exec(line)?.[1];
}

/**
 * Whether a line ends in leader dots, with or without spaces between them, and an optional page number. Scans
 * from the end.
 */
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

/**
 * Returns the most frequent distance of lines at one font size, in points; null for a page with too few
 * lines.
 */
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

/**
 * Returns the 90th percentile of line widths. It is the column width, because headings across columns are
 * rare.
 */
function wideLine(lines: readonly PdfLine[]): number {
  const widths = lines.map((line) => line.width).sort((a, b) => a - b);
  return widths[Math.floor(widths.length * 0.9)] ?? 0;
}
