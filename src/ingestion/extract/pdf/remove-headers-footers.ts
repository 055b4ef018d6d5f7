import type { PdfLine } from "./lines-of-page.ts";

/**
 * Number of distinct heights at the top, and at the bottom, of a page that may contain headers and footers.
 */
const EDGE_HEIGHTS = 2;
/** Minimum number of pages on which a header or footer has the same position and text. */
const MIN_PAGES = 3;
/** Text larger than usual by this factor is a heading, even if every page has it. */
const HEADING_RATIO = 1.15;
/** Maximum difference between equal heights, in points. */
const HEIGHT_POINTS = 3;
const NUMBER = /\d{1,6}/g;
const ROMAN = /^[ivxlc]{1,7}$/i;
/** Words beside a page number: "Page 3 of 12", "Seite 3", "第3页". */
const PAGE_WORDS =
  /\b(?:pages?|pag|pg|p|of|sur|de|seite|von|página|pagina|di|strona|strana|z|sida|side|av|af|bladzijde|van)\b|стр(?:аница)?|из|[第页頁共ページ]/giu;
const MAX_LINE_CHARS = 300;

/** A line of a page. */
export type PageLine = Pick<PdfLine, "text" | "y" | "fontSize" | "isApart">;

interface Edge<Line> {
  readonly line: Line;
  readonly keys: readonly string[];
}

/**
 * Removes headers, footers and page numbers: lines at the edge of at least `MIN_PAGES` pages with the same
 * height and words. A page number rises with the pages, and is a line or a separate piece. The first
 * occurrence of the words stays, so no text is lost. Other numbers count as words: three invoices in a row
 * have no common header.
 */
export function removeHeadersFooters<Line extends PageLine>(
  pages: readonly (readonly Line[])[],
): (readonly Line[])[] {
  if (pages.length < MIN_PAGES) return [...pages];
  const usual = usualSize(pages);
  const edges = pages.map((lines, at) => edgesOf(lines, at, usual));
  const counts = new Map<string, number>();
  for (const page of edges) {
    for (const key of new Set(page.flatMap(({ keys }) => keys))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const told = new Set<string>();
  return pages.map((lines, at) => {
    const dropped = new Set<Line>();
    for (const { line, keys } of edges[at] ?? []) {
      const key = keys.find((each) => (counts.get(each) ?? 0) >= MIN_PAGES);
      if (key === undefined) continue;
      if (told.has(key) || isPageNumber(line.text)) dropped.add(line);
      told.add(key);
    }
    return dropped.size === 0 ? lines : lines.filter((line) => !dropped.has(line));
  });
}

function edgesOf<Line extends PageLine>(lines: readonly Line[], page: number, usual: number): Edge<Line>[] {
  const heights = [...new Set(lines.map(heightOf))].toSorted((a, b) => a - b);
  const outer = new Set([...heights.slice(0, EDGE_HEIGHTS), ...heights.slice(-EDGE_HEIGHTS)]);
  const isEdge = (line: Line): boolean =>
    outer.has(heightOf(line)) && line.fontSize <= usual * HEADING_RATIO && line.text.length <= MAX_LINE_CHARS;
  return lines.filter(isEdge).map((line) => ({ line, keys: keysOf(line, page) }));
}

/**
 * Returns keys that a line shares with lines of other pages: its words, and its words without a page number.
 */
function keysOf(line: PageLine, page: number): string[] {
  const at = `${heightOf(line)} `;
  // A Roman page number is a line of its own.
  if (ROMAN.test(line.text)) return [`${at}roman`];
  const words = `${at}=${line.text}`;
  if (!isPageNumber(line.text) && !line.isApart) return [words];
  const numbers = [...line.text.matchAll(NUMBER)];
  const ends = [...new Set([numbers.at(0), numbers.at(-1)])].filter((number) => number !== undefined);
  const counting = ends.map((number) => {
    const [before, after] = [
      line.text.slice(0, number.index),
      line.text.slice(number.index + number[0].length),
    ];
    return `${at}${before}#${Number(number[0]) - page}${after}`;
  });
  return [words, ...counting];
}

function isPageNumber(text: string): boolean {
  return ROMAN.test(text) || !/\p{L}/u.test(text.replace(PAGE_WORDS, ""));
}

function heightOf({ y }: PageLine): number {
  return Math.round(y / HEIGHT_POINTS);
}

/** Returns the font size of most text. */
function usualSize(pages: readonly (readonly PageLine[])[]): number {
  const sizes = new Map<number, number>();
  for (const { fontSize, text } of pages.flat()) {
    const size = Math.round(fontSize * 2) / 2;
    sizes.set(size, (sizes.get(size) ?? 0) + text.length);
  }
  return [...sizes].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0];
}
