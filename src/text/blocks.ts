const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g;
const HEADING = /^\s{0,3}#{1,6}(?:\s|$)/;
const RULE_OR_FENCE = /^\s{0,3}(?:`{3}|~{3}|(?:={3,}|-{3,}|\*{3,}|_{3,})\s*$)/;
const BULLET = /^\s{0,12}[-*+•‣▪◦●○]\s/;
const NUMBERED = /^\s{0,12}(?:\d{1,3}|\p{L})[.)]\s/u;
const TABLE_ROW = /^\s{0,3}\|/;
/**
 * A data record: dates, values between tabs, or values between colons, semicolons or bars without a space.
 * Each line stands alone.
 */
const RECORD =
  /^\s{0,12}(?:\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?\s|\d{1,2}:\d{2}\s|\S[^\t]{0,80}\t+\S|[^\s:;|]{1,24}([:;|])[^\s:;|][^:;|]{0,80}\1)/;
const FIRST_WORD = /^\s{0,40}\S{0,40}/;
const STARTS_LOWER = /^\s*\p{Ll}/u;
const ENDS_CLAUSE = /[.:;!?。！？：；]["'”’»)\]]?\s*$/;
/** Matches a line in which a sentence or clause ends, so the line is prose and not a title. */
const PROSE = /[.!?,;](?:\s|$)/;
/**
 * If a line is shorter than 0.6 of its neighbor, and the next word would have fit into the line, the author
 * broke the line deliberately.
 */
const DELIBERATE_BREAK_RATIO = 0.6;
const LINE_PROBE_CHARS = 400;

type LineKind = "blank" | "heading" | "item" | "rule" | "text";

interface Line {
  readonly start: number;
  readonly end: number;
  readonly kind: LineKind;
  readonly numbered: boolean;
  /**
   * The line's first characters. Reading only the first and last characters keeps the cost independent of the
   * line's length.
   */
  readonly head: string;
  readonly tail: string;
}

function readLine(text: string, start: number, end: number): Line {
  const head = text.slice(start, Math.min(end, start + LINE_PROBE_CHARS));
  const tail = text.slice(Math.max(start, end - 8), end);
  const numbered = NUMBERED.test(head);
  let kind: LineKind = "text";
  if (head.trim() === "" && text.slice(start, end).trim() === "") kind = "blank";
  else if (HEADING.test(head)) kind = "heading";
  else if (end - start <= LINE_PROBE_CHARS && RULE_OR_FENCE.test(head)) kind = "rule";
  else if (BULLET.test(head) || numbered || TABLE_ROW.test(head) || RECORD.test(head)) kind = "item";
  return { start, end, kind, numbered, head, tail };
}

function* linesOf(text: string): Generator<Line> {
  let start = 0;
  for (const match of text.matchAll(LINE_BREAK)) {
    yield readLine(text, start, match.index);
    start = match.index + match[0].length;
  }
  yield readLine(text, start, text.length);
}

/**
 * Whether a paragraph continues after a line break. Hard-wrapped text continues; titles and list items do
 * not.
 */
function continues(first: Line, before: Line | undefined, previous: Line, line: Line): boolean {
  if (
    previous.kind === "heading" ||
    previous.kind === "rule" ||
    line.kind === "heading" ||
    line.kind === "rule"
  )
    return false;
  // "…as was shown in chapter⏎3. The…" is wrapped prose, unless a list is open or the previous line ends a
  // clause.
  if (line.kind === "item")
    return (
      line.numbered && first.kind === "text" && previous.kind === "text" && !ENDS_CLAUSE.test(previous.tail)
    );
  if (STARTS_LOWER.test(line.head) || PROSE.test(previous.head)) return true;
  const neighbor = Math.max(before?.kind === "text" ? before.end - before.start : 0, line.end - line.start);
  const nextWord = FIRST_WORD.exec(line.head)?.[0].length ?? 0;
  return previous.end - previous.start + 1 + nextWord > neighbor * DELIBERATE_BREAK_RATIO;
}

/**
 * Paragraphs, headings, list items and table rows of plain text or Markdown, in order, as `[start, end)` in
 * UTF-16 code units.
 */
export function* splitBlocks(text: string): Generator<{ start: number; end: number }> {
  let block: { start: number; end: number } | null = null;
  let first: Line | undefined;
  let before: Line | undefined;
  let previous: Line | undefined;
  for (const line of linesOf(text)) {
    if (block && first && previous && line.kind !== "blank" && continues(first, before, previous, line)) {
      block.end = line.end;
    } else {
      if (block) yield block;
      first = line;
      block = line.kind === "blank" ? null : { start: line.start, end: line.end };
    }
    before = previous;
    previous = line;
  }
  if (block) yield block;
}
